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
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// app is what every verb works with.
type app struct {
	contestants    []solvers.Spec
	args           []string // of Main, without the program's name
	stdin          io.Reader
	stdout, stderr io.Writer
}

// command returns the command line as a user would type it.
func (a *app) command() []string { return append([]string{"gridjudge"}, a.args...) }

// Main runs the command line with the given contestants and returns the exit
// status: one of the exit* constants.
func Main(contestants []solvers.Spec, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := solvers.Validate(contestants); err != nil {
		fmt.Fprintln(stderr, "gridjudge:", err)
		return exitFault
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	// A second signal ends the program at once, as if nobody had listened.
	defer context.AfterFunc(ctx, stop)()
	a := &app{contestants: contestants, args: args, stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	help := &remembering{Writer: stdout}
	root.SetOut(help)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil && help.err != nil {
		err = faultError("cannot write: %w", help.err)
	}
	return a.report(err)
}

// remembering keeps the first error of a writer whose users do not look at it:
// cobra writes help and completions so.
type remembering struct {
	io.Writer
	err error
}

func (r *remembering) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// takes demands exactly the arguments that are named.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return usageError("%s takes %s; it was given %d (see gridjudge %s --help)", cmd.Name(), strings.Join(names, " and "), len(args), cmd.Name())
	}
}

// root is the command without a verb.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gridjudge",
		Short: "Judge and measure Sudoku and exact-cover solvers",
		Long: `gridjudge is an online judge and a laboratory for Sudoku and exact-cover solvers.
judge gives verdicts, bench takes times, compare finds what changed between two runs
or two revisions.

Exit status: 0 fine, 1 a verdict that was not expected or a regression, 2 usage or
input, 3 the judge itself failed, 4 inconclusive, 130 interrupted.`,
		Example: `  gridjudge judge
  gridjudge judge --input puzzles.txt --solver dlx,bitmask
  gridjudge solve --solver pointer --problem poj3076 < in.txt
  gridjudge list sets`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var verbs []string
			for _, c := range cmd.Commands() {
				verbs = append(verbs, c.Name())
			}
			return usageError("there is no verb %q%s (see gridjudge --help)", args[0], corpus.Nearest(args[0], verbs))
		},
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
	for _, verb := range root.Commands() {
		a.completeFlags(verb)
	}
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
