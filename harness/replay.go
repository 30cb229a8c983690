package harness

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/testset"
)

// replayFlags are the flags of replay.
type replayFlags struct {
	testset.Selection
	programs programFlags
	solver   string
}

func (a *app) replayCommand() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay (--exec name=COMMAND | --contestants FILE | --solver S) [SET[#N]]",
		Short: "Print a shell script that repeats the run of a program by hand",
		Long: `Print a shell script that does by hand what judge does with a program: the same
command line, input, environment and kernel limits, in a fresh directory. SET is the
whole set in one process, SET#N its case N alone. With --input the cases are all
puzzles of that file, or #N of them. For a built-in solver, the script runs the verb
solve.`,
		Example: `  gridjudge replay --exec 'mine=./a.out' poj3074/named#3
  gridjudge replay --exec 'mine=./a.out' poj3074/named | sh
  gridjudge replay --contestants programs.toml --solver array poj3076/sample
  gridjudge replay --exec 'mine=./a.out' --input puzzles.txt '#17'`,
		Args:              cobra.MaximumNArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.replay(cmd, f, strings.Join(args, "")) },
		ValidArgsFunction: completeSetArgument,
	}
	flags := cmd.Flags()
	registerPrograms(flags, &f.programs.exec, &f.programs.file, &f.programs.settings, &f.programs.requireSandbox)
	flags.StringVar(&f.solver, "solver", "", "the program, if several are declared; or a built-in solver")
	registerInput(flags, &f.Selection)
	return cmd
}

// replay runs the verb.
func (a *app) replay(cmd *cobra.Command, f *replayFlags, name string) error {
	if err := f.programs.unused(cmd, nil, nil); err != nil {
		return err
	}
	p, err := a.oneProgram(cmd.Context(), &f.programs, f.solver)
	if err != nil {
		return err
	}
	f.Stdin = a.stdin
	set, n, err := f.FindOne(cmd.Context(), name)
	switch {
	case err != nil:
		return usageError("%w", err)
	case set.Err != nil:
		return internalError("%w", set.Err)
	case n > 0:
		set = set.Only(n)
	}
	if err := accepts(p, set.Problem); err != nil {
		return err
	}
	if p.Broken != "" {
		return &statusError{exitUnexpected, fmt.Errorf("%s cannot be run: %s", p.Name, p.Broken)}
	}
	if err := p.Replay(a.stdout, set); err != nil {
		return internalError("%w", err)
	}
	return nil
}
