package harness

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/testset"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	testset.Selection
	programs   programFlags
	solver     string
	solutions  int
	timeLimit  time.Duration
	nodeBudget uint64
	profile    string
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain (--solver S | --exec name=COMMAND | --contestants FILE) SET#N",
		Short: "Show every fact behind one verdict",
		Long: `Judge one solver on case N of a test set as judge does, and show every fact that the
verdict depends on: the puzzle, the answer, the stored answer, the broken rule, the
counts, the time. Cases count from 1; with --input the case is #N of that file. For a
program (--exec, --contestants), show how its process ended, what it used and what it
wrote.

The case is judged twice: with other cases, and alone. For most solvers the other cases are
those before it. For programs, and for solvers that take batches, they are all cases of the
set. If the two verdicts differ, the line "alone" says so. The cause may be the time limit,
which applies to all cases together; another case that failed; or state that the solver or
program keeps between cases. A program that runs once per case is judged on the case alone.

The exit status is 0 for AC, 1 for any other verdict, 3 for JE.`,
		Example: `  gridjudge explain --solver dlx poj3074/named#3
  gridjudge explain --solver bitmask --solutions 20 poj3074/named#6
  gridjudge explain --solver dlx --input puzzles.txt '#17'
  gridjudge explain --solver dlx --profile case.pprof poj3074/hard#3
  gridjudge explain --exec 'mine=./a.out' poj3074/named#3`,
		Args:              exactArgs("SET#N"),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.explain(cmd, f, args[0]) },
		ValidArgsFunction: completeSetArgument,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver to judge; with --exec or --contestants, the declared program to judge if there are several")
	registerInput(flags, &f.Selection)
	registerAnswers(flags, &f.Selection)
	flags.IntVar(&f.solutions, "solutions", 1, "stop counting solutions after this many")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "time limit (default the set's; none for --input)")
	flags.Uint64Var(&f.nodeBudget, "node-budget", 0, "search calls allowed (default no budget)")
	flags.BoolVar(&f.programs.strict, "strict", false, "accept output of a program only if every byte is right")
	flags.StringVar(&f.profile, "profile", "", "also write a CPU profile of the solver on this case to this file, for go tool pprof")
	markFiles(flags, isOutput, "profile")
	registerPrograms(flags, &f.programs.exec, &f.programs.file, &f.programs.settings, &f.programs.requireSandbox)
	return cmd
}

// explain runs the verb.
func (a *app) explain(cmd *cobra.Command, f *explainFlags, name string) error {
	switch {
	case f.solutions < 1:
		return usageError("--solutions must be at least 1")
	case f.timeLimit < 0:
		return usageError("--time-limit must not be below 0")
	}
	if err := f.programs.unused(cmd, []string{"strict", "require-sandbox"}, nil); err != nil {
		return err
	}
	ctx := cmd.Context()
	f.Stdin = a.stdin
	if len(f.programs.exec) > 0 || f.programs.file != "" {
		if err := unused(cmd, "a program decides itself how it searches", "solutions", "node-budget"); err != nil {
			return err
		}
		if err := unused(cmd, "a process of its own has no profile", "profile"); err != nil {
			return err
		}
		f.programs.answers = f.Answers
		return a.explainProgram(ctx, f, name)
	}
	if f.solver == "" {
		return usageError("--solver is missing (see gridjudge list solvers)")
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return err
	}
	set, n, err := a.findCase(ctx, &f.Selection, name)
	if err != nil {
		return err
	}
	if size := set.Problem.Size; !specs[0].Takes(size) {
		return usageError("%s does not take %dx%d, the size of %s (it takes %v)", f.solver, size, size, set.Name, specs[0].Sizes)
	}
	if f.timeLimit > 0 {
		set.TimeLimit = f.timeLimit
	}
	e, err := judge.Explain(ctx, specs[0], set, n, judge.Options{Solutions: f.solutions, NodeBudget: f.nodeBudget, TimeLimit: set.TimeLimit})
	if errors.Is(err, judge.ErrInterrupted) {
		return &statusError{exitInterrupted, err}
	}
	if err := e.Write(a.stdout); err != nil {
		return internalError("cannot write the explanation: %w", err)
	}
	if err := f.profileCase(ctx, specs[0], set, n); err != nil {
		return err
	}
	return verdictStatus(e.Verdict, e.Reason)
}

// explainProgram runs the verb for a program.
func (a *app) explainProgram(ctx context.Context, f *explainFlags, name string) error {
	p, err := a.oneProgram(ctx, &f.programs, f.solver)
	if err != nil {
		return err
	}
	set, n, err := a.findCase(ctx, &f.Selection, name)
	if err != nil {
		return err
	}
	if err := accepts(p, set.Problem); err != nil {
		return err
	}
	if f.timeLimit > 0 {
		set.TimeLimit = f.timeLimit
	}
	e, err := p.Explain(ctx, set, n, program.Options{Strict: f.programs.strict})
	if err != nil {
		return err
	}
	if err := e.Write(a.stdout); err != nil {
		return internalError("cannot write the explanation: %w", err)
	}
	return verdictStatus(e.Verdict, e.Reason)
}

// verdictStatus returns the exit status for the verdict on a single run.
func verdictStatus(v judge.Verdict, reason string) error {
	switch v {
	case judge.Accepted:
		return nil
	case judge.JudgeError:
		return internalError("the judge itself failed: %s", reason)
	}
	return unexpected()
}
