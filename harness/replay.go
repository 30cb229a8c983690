package harness

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/judge/external"
)

// programFlags pick one program.
type programFlags struct {
	externalFlags
	solver string
}

func (a *app) replayCommand() *cobra.Command {
	f := &programFlags{}
	cmd := &cobra.Command{
		Use:   "replay (--exec name=COMMAND | --contestants FILE | --solver S) SET[#N]",
		Short: "Print the command line that runs a program on a set or a case by hand",
		Long: `Print a shell script that does by hand what judge does with a program: the same
command line, input, environment and kernel limits, in a fresh directory. SET is the
whole set in one process, SET#N its Nth case alone. Of the solvers of this program,
the script runs the verb solve.`,
		Example: `  gridjudge replay --exec 'mine=./a.out' poj3074/named#3
  gridjudge replay --exec 'mine=./a.out' poj3074/named | sh
  gridjudge replay --contestants programs.toml --solver array poj3076/sample`,
		Args: takes("SET or SET#N"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.oneProgram(cmd.Context(), f)
			if err != nil {
				return err
			}
			task, err := oneTask(p, args[0])
			if err != nil {
				return err
			}
			if p.Broken != "" {
				return &statusError{exitUnexpected, fmt.Errorf("%s cannot be run: %s", p.Name, p.Broken)}
			}
			if err := p.Replay(a.stdout, task); err != nil {
				return faultError("%w", err)
			}
			return nil
		},
	}
	whoFlags(cmd.Flags(), &f.exec, &f.file)
	cmd.Flags().StringVar(&f.solver, "solver", "", "which of the programs, where there are several; or a solver of this program")
	return cmd
}

// oneProgram is the one program that was named, built.
func (a *app) oneProgram(ctx context.Context, f *programFlags) (*external.Program, error) {
	all, err := f.declared()
	if err != nil {
		return nil, err
	}
	if err := external.Check(all, nil); err != nil {
		return nil, usageError("%w", err)
	}
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
		if c.Name == f.solver || f.solver == "" && len(all) == 1 {
			programs, err := prepare(ctx, []*external.Contestant{c}, nil, a.stderr)
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

// oneTask is a whole set, or one case of it, with the set's limit.
func oneTask(p *external.Program, name string) (*external.Task, error) {
	full, number, single := strings.Cut(name, "#")
	sets, err := corpus.SelectSets([]string{full})
	if err != nil {
		return nil, usageError("%w (see gridjudge list sets)", err)
	}
	if len(sets) != 1 {
		return nil, usageError("%q is more than one set", full)
	}
	set := sets[0]
	if p.Speaks(set.Problem) == nil {
		return nil, usageError("%s does not speak %s", p.Name, set.Problem.Name)
	}
	cases, err := set.Load()
	if err != nil {
		return nil, faultError("%w", err)
	}
	if single {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(cases) {
			return nil, usageError("%s has no case %q: want 1 to %d", full, number, len(cases))
		}
		cases = cases[n-1 : n]
	}
	return &external.Task{Set: name, Problem: set.Problem, Cases: cases, TimeLimit: set.TimeLimit}, nil
}
