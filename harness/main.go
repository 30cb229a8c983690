// Package harness is the command line: Main, and one file for each verb. It
// has no logic of its own; the packages below it judge, measure, compare and
// report.
package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"gridjudge/solvers"
)

// app is what every verb works with.
type app struct {
	contestants    []solvers.Spec
	stdin          io.Reader
	stdout, stderr io.Writer
}

// Main runs the command line with the given contestants and returns the exit
// status: one of the exit* constants.
func Main(contestants []solvers.Spec, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := solvers.Validate(contestants); err != nil {
		fmt.Fprintln(stderr, "gridjudge:", err)
		return exitFault
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{contestants: contestants, stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return a.report(root.ExecuteContext(ctx))
}

// root is the command without a verb.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "gridjudge",
		Short:         "Judge and measure Sudoku and exact-cover solvers",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError("%w (see %s --help)", err, cmd.CommandPath())
	})
	root.AddCommand(a.judgeCommand(), a.replayCommand(), a.solveCommand(), a.checkCommand(), a.listCommand(), a.explainCommand())
	root.AddCommand(a.generateCommand())
	root.AddCommand(a.benchCommand(), a.tableCommand(), a.compareCommand(), a.calibrateCommand(), a.historyCommand())
	return root
}

// report says what went wrong, if anything, and turns it into an exit status.
func (a *app) report(err error) int {
	if err == nil {
		return exitFine
	}
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	var status *statusError
	if !errors.As(err, &status) {
		// What cobra finds wrong by itself (an unknown verb, a stray
		// argument) is the caller's.
		status = &statusError{exitUsage, err}
	}
	if status.err != nil {
		fmt.Fprintln(a.stderr, "gridjudge:", status.err)
	}
	return status.code
}
