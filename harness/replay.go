package harness

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/testset"
)

// programFlags pick one program.
type programFlags struct {
	externalFlags
	solver string
}

// replayFlags are what replay was asked for.
type replayFlags struct {
	programFlags
	testset.Selection
}

func (a *app) replayCommand() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay (--exec name=COMMAND | --contestants FILE | --solver S) [SET[#N]]",
		Short: "Print the command line that runs a program on a set or a case by hand",
		Long: `Print a shell script that does by hand what judge does with a program: the same
command line, input, environment and kernel limits, in a fresh directory. SET is the
whole set in one process, SET#N its Nth case alone; with --input they are all puzzles
of that file, and #N. Of the solvers of this program,
the script runs the verb solve.`,
		Example: `  gridjudge replay --exec 'mine=./a.out' poj3074/named#3
  gridjudge replay --exec 'mine=./a.out' poj3074/named | sh
  gridjudge replay --contestants programs.toml --solver array poj3076/sample
  gridjudge replay --exec 'mine=./a.out' --input puzzles.txt '#17'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.oneProgram(cmd.Context(), &f.programFlags)
			if err != nil {
				return err
			}
			set, err := a.oneSet(p, f, strings.Join(args, ""))
			if err != nil {
				return err
			}
			if p.Broken != "" {
				return &statusError{exitUnexpected, fmt.Errorf("%s cannot be run: %s", p.Name, p.Broken)}
			}
			if err := p.Replay(a.stdout, set); err != nil {
				return faultError("%w", err)
			}
			return nil
		},
	}
	whoFlags(cmd.Flags(), &f.exec, &f.file)
	cmd.Flags().StringVar(&f.Problem, "problem", "", "problem that --input is of (default recognised by content)")
	cmd.Flags().StringVar(&f.Input, "input", "", "take the cases from this file of puzzles; - for standard input")
	cmd.Flags().StringVar(&f.solver, "solver", "", "which of the programs, where there are several; or a solver of this program")
	return cmd
}

// oneProgram is the one program that was named, built.
func (a *app) oneProgram(ctx context.Context, f *programFlags) (*program.Program, error) {
	all, err := f.declared()
	if err != nil {
		return nil, err
	}
	if err := program.Check(all, nil); err != nil {
		return nil, usageError("%w", err)
	}
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
		if c.Name == f.solver || f.solver == "" && len(all) == 1 {
			programs, err := prepare(ctx, []*program.Contestant{c}, nil, a.stderr)
			if err != nil {
				return nil, err
			}
			return programs[0], nil
		}
	}
	switch {
	case f.solver == "" && len(all) == 0:
		return nil, usageError("which program? Name it with --exec, --contestants or --solver")
	case f.solver == "":
		return nil, usageError("which of them? --solver %s", strings.Join(names, ", or --solver "))
	case len(all) > 0:
		return nil, usageError("there is no program %q%s", f.solver, corpus.Nearest(f.solver, names))
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return nil, err
	}
	own, err := isolated(specs)
	if err != nil {
		return nil, err
	}
	programs, err := prepare(ctx, own, nil, a.stderr)
	if err != nil {
		return nil, err
	}
	return programs[0], nil
}

// oneSet is what was selected: a test set as a whole, or one case of it.
func (a *app) oneSet(p *program.Program, f *replayFlags, name string) (*testset.TestSet, error) {
	f.Stdin = a.stdin
	set, n, err := f.FindOne(name)
	switch {
	case err != nil:
		return nil, usageError("%w", err)
	case set.Err != nil:
		return nil, faultError("%w", set.Err)
	case p.Accepts(set.Problem) == nil:
		return nil, usageError("%s does not speak %s", p.Name, set.Problem.Name)
	case n > 0:
		set = set.Only(n)
	}
	return set, nil
}
