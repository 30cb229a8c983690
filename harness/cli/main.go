// Package cli is the command line of gridjudge: it parses flags, calls the packages below it, and turns errors
// into exit statuses. The only other logic here is the loop of solve (solve_blocks.go).
//
//  1. main.go holds Main, which runs the verb that the arguments name. Each verb has a file of its own, which is named
//     after it: if you look for the verb judge, for example, open judge.go.
//  2. Several verbs share flags such as --set, --solver and --out. The files flags.go, limits.go, contestants.go,
//     recording.go and output.go hold these flags, and the code that acts on them: it selects test sets and
//     contestants, records runs and writes tables. completion.go completes names in shells.
//  3. exit.go holds the exit statuses, and the errors that carry them.
//
// The logic of the verbs is in the other packages of harness. CONTRIBUTING.md lists them.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus/generate"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/solvers"
)

// app holds what every verb needs: the built-in solvers and the standard streams.
type app struct {
	contestants    []solvers.Spec
	args           []string // the arguments of Main, without the program's name
	stdin          io.Reader
	stdout, stderr io.Writer
}

// command returns the command line as a user would type it.
func (a *app) command() []string { return append([]string{"gridjudge"}, a.args...) }

// Main runs the command line with the given built-in solvers, and returns the exit status: one of the exit*
// constants.
func Main(contestants []solvers.Spec, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := solvers.Validate(contestants); err != nil {
		fmt.Fprintln(stderr, "gridjudge:", err)
		return exitInternal
	}
	panicOnExit0(true)
	defer panicOnExit0(false)
	if real := os.Stdout; stdout == io.Writer(real) {
		// Whatever a solver prints must not mix with tables, JSON, or the samples that compare reads.
		os.Stdout = os.Stderr
		defer func() { os.Stdout = real }()
	}
	generate.AppointReferees(contestants)
	interrupts := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		interrupts = append(interrupts, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), interrupts...)
	defer stop()
	// A second signal ends the program at once, but only if it comes a second later. The command timeout, for
	// example, signals first its command and then the whole group, and that is one interrupt.
	defer context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })()
	a := &app{contestants: contestants, args: args, stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	out := &checkedWriter{out: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if out.err != nil {
		err = unwritten("output", out.err)
	}
	return a.report(cmd, err)
}

// root returns the command without a verb; its children are the verbs.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "gridjudge",
		Short: "Judge and measure Sudoku and exact-cover solvers",
		Long:  helpText("gridjudge"),
		Example: `  gridjudge judge
  gridjudge judge puzzles.txt --solver dlx,bitmask
  gridjudge judge --exec 'mine=./a.out' --set 'poj3074/*'
  gridjudge solve --solver pointer --problem poj3076 < in.txt
  gridjudge list sets`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("gridjudge {{build}}\n")
	root.PersistentPreRunE = readsInputOnce
	fitHelp(root)
	for _, verb := range a.verbs() {
		root.AddCommand(verb)
		refuseEmpty(verb)
		for flag, names := range a.offers() {
			offer(verb, flag, names)
		}
	}
	if a.solves() {
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	root.Version = "of the build" // makes --version a flag; the template prints the version, because finding it may take a call of git
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, topics []string) error { // otherwise cobra accepts any topic, with status 0
		_, _, err := root.Find(topics)
		return err
	}
	return root
}

// solves reports whether the verb is solve. gridjudge may start solve once per case, so it then leaves out the flags
// of other verbs, the verb completion and the version, which would take a good part of the start.
func (a *app) solves() bool { return len(a.args) > 0 && a.args[0] == "solve" }

// verbs returns the commands below root.
func (a *app) verbs() []*cobra.Command {
	if a.solves() {
		return []*cobra.Command{a.solveCommand()}
	}
	return []*cobra.Command{
		a.judgeVerb(&judgeFlags{}), a.solveCommand(), a.checkCommand(), a.listCommand(), a.explainVerb(&explainFlags{}),
		a.generateCommand(),
		a.benchVerb(&benchFlags{}), a.mergeCommand(), a.tableCommand(), a.compareVerb(&compareFlags{}),
		a.calibrateVerb(&requestFlags{}), a.historyCommand(), a.doctorCommand(),
		wordsTopic(),
		topic("verdicts", "What each verdict means, and what usually causes it"),
		topic("covers", "What an exact cover is, and how a Sudoku becomes one"),
		topic("counters", "How a program reports what it counts, and where that is shown"),
		a.plotCommand(), a.reportCommand(),
	}
}

func init() { cobra.AddTemplateFunc("build", version) }

// version describes the build: its version, its commit as runs record it, the Go version and the platform.
func version() string {
	commit, changed := machine.Revision()
	if changed {
		commit += " with uncommitted changes"
	}
	return fmt.Sprintf("%s, commit %s, %s, %s/%s", machine.Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// note writes a line for people to standard error. It escapes control characters, because names of files, and
// messages of files and programs, may hold them.
func (a *app) note(format string, args ...any) {
	fmt.Fprintln(a.stderr, "gridjudge:", report.EscapeLines(fmt.Sprintf(format, args...)))
}

// report prints the error of a command, if there is one, and returns the exit status.
func (a *app) report(cmd *cobra.Command, err error) int {
	if err == nil {
		return exitFine
	}
	if errors.Is(err, context.Canceled) {
		a.note("interrupted")
		return exitInterrupted
	}
	var status *statusError
	if !errors.As(err, &status) {
		// cobra's own errors (an unknown verb or flag, a stray argument) are errors of usage.
		text := err.Error()
		if _, given, ok := strings.Cut(text, "none of the others can be; ["); ok {
			text = "flags that exclude each other: --" + strings.ReplaceAll(strings.TrimSuffix(given, "] were all set"), " ", ", --")
		}
		status = &statusError{exitUsage, fmt.Errorf("%s\nusage: %s (see %s --help)", strings.TrimSpace(text), cmd.UseLine(), cmd.CommandPath())}
	}
	if status.err != nil {
		a.note("%v", status.err)
	}
	return status.code
}
