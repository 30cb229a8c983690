package harness

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	cases       caseFlags
	contestants contestantFlags
	solver      string
	solutions   uint64

	strict, script bool
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain (--solver S | --exec name=COMMAND | --contestants FILE) (SET[#N] | FILE[#N])",
		Short: "Show every fact behind one verdict",
		Long: `Judge one solver on case N of a test set or of a FILE of puzzles as judge does, and show
every fact that the verdict depends on: the puzzle, the answer, the stored answer, the
broken rule, the counts, the time. Cases count from 1. Without #N, judge all cases and show
the first one that is not AC. For a program (--exec, --contestants), show how its process
ended, what it used and what it wrote.

The case is judged twice: with other cases, and alone. For most solvers the other cases are
those before it. For programs, and for solvers that take batches, they are all cases of the
set. If the two verdicts differ, the line "alone" says so. The cause may be the time limit,
which applies to all cases together; another case that failed; or state that the solver or
program keeps between cases. A program that runs once per case is judged on the case alone.

With --script, print a shell script instead, which does by hand what judge does with a
program: the same command line, input, environment and kernel limits, in a fresh
directory. Without #N the input is the whole set.

The exit status is 0 for AC, 1 for any other verdict, 3 for JE.`,
		Example: `  gridjudge explain --solver dlx poj3074/named#3
  gridjudge explain --solver bitmask --solutions 20 poj3074/named#6
  gridjudge explain --solver dlx puzzles.txt#17
  gridjudge explain --exec 'mine=./a.out' poj3074/named
  gridjudge explain --exec 'mine=./a.out' --script poj3074/named | sh`,
		Args:              cobra.ExactArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.explain(cmd, f, args[0]) },
		ValidArgsFunction: completeSetArgument,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver to judge; with --exec or --contestants, the declared program to judge if there are several")
	f.contestants.registerPrograms(flags, true)
	f.cases.registerProblem(flags)
	f.cases.registerAnswers(flags)
	flags.Uint64Var(&f.solutions, "solutions", 1, "stop counting solutions after this many")
	flags.BoolVar(&f.strict, "strict", false, "accept output of a program only if every byte is right")
	flags.BoolVar(&f.script, "script", false, "print a shell script that repeats the run of a program by hand")
	return cmd
}

// explain runs the verb.
func (a *app) explain(cmd *cobra.Command, f *explainFlags, name string) error {
	ctx := cmd.Context()
	if f.solutions < 1 {
		return usageError("--solutions must be at least 1")
	}
	f.cases.Stdin = a.stdin
	set, n, err := f.cases.Find(ctx, name) // n is 0 of SET or FILE alone
	switch {
	case err != nil:
		return usageError("%w", err)
	case set.Err != nil:
		return internalError("%w", set.Err)
	}
	l := &f.contestants.limits
	set.Limit(l.time, l.scale)
	if f.contestants.hasPrograms() || f.script {
		if err := refuse(cmd, "a program decides itself how it searches", "solutions"); err != nil {
			return err
		}
		if l.cases > 0 || l.nodes > 0 {
			return usageError("--limits case and nodes have no effect: explain gives a program the limits of its process")
		}
		return a.explainProgram(ctx, f, set, n)
	}
	if f.solver == "" {
		return usageError("--solver is missing (see gridjudge list solvers)")
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return err
	}
	spec := specs[0]
	if !(&bench.Contestant{Spec: spec, Named: true}).Meets(set) {
		return usageError("%s does not take %s, the cases of %s", f.solver, set.Problem.Kind(), set.Name)
	}
	if _, err := f.contestants.declared(""); err != nil { // limits of programs without a program
		return err
	}
	if err := refuse(cmd, "no program takes part", "strict"); err != nil {
		return err
	}
	o := judge.Options{Limits: judge.Limits{Time: set.TimeLimit, Case: l.scaled(l.cases)}, Solutions: f.solutions, Nodes: l.nodes}
	all, err := set.All(ctx)
	if err != nil {
		return usageError("%w", err)
	}
	if n == 0 {
		pass := judge.NewPass(set.NewRunner(spec), o)
		if err := pass.Run(ctx, all, nil); err != nil {
			return err
		}
		if n = pass.Outcome().FirstFailed(); n == 0 {
			return a.allRight(spec.Name, set)
		}
	}
	name = fmt.Sprintf("%s#%d", set.Name, n)
	if line := all.Line(n - 1); line > 0 {
		name += fmt.Sprintf(" (line %d)", line)
	}
	v, reason, err := judge.Explain(ctx, a.stdout, spec.Name+": "+spec.Doc, set.NewRunner(spec), all, n, name, o)
	return verdictStatus(v, reason, err)
}

// allRight says that there is no case to explain.
func (a *app) allRight(contestant string, set *testset.TestSet) error {
	_, err := fmt.Fprintf(a.stdout, "%s: AC on all %d cases of %s\n", contestant, set.Len(), report.Escape(set.Name))
	return verdictStatus(judge.Accepted, "", err)
}

// explainProgram runs the verb for a program.
func (a *app) explainProgram(ctx context.Context, f *explainFlags, set *testset.TestSet, n int) error {
	p, err := a.oneProgram(ctx, &f.contestants, f.solver, f.cases.Answers)
	if err != nil {
		return err
	}
	if !p.Meets(set) { // the set is named, so only its problem can be the reason
		return usageError("%s does not accept the input format of %s; its problems are in the contestants file", p.Name, set.Problem.Name)
	}
	if f.script {
		return a.script(ctx, p, set, n)
	}
	o := program.Options{Strict: f.strict}
	if n == 0 {
		res, err := p.Judge(ctx, set, o)
		if err != nil {
			return err
		}
		if n = res.FirstFailed(); n == 0 {
			return a.allRight(p.Name, set)
		}
	}
	e, err := p.Explain(ctx, set, n, o)
	if err != nil {
		return err
	}
	return verdictStatus(e.Verdict, e.Reason, e.Write(a.stdout))
}

// script prints the script that repeats a run.
func (a *app) script(ctx context.Context, p *program.Program, set *testset.TestSet, n int) error {
	if p.Broken != "" {
		return &statusError{exitUnexpected, fmt.Errorf("%s cannot be run: %s", p.Name, strings.TrimSpace(p.Broken))}
	}
	all, err := set.All(ctx)
	if err != nil {
		return usageError("%w", err)
	}
	return internalOr(p.Replay(a.stdout, set, all, n))
}

// verdictStatus returns the exit status for the verdict on a single run. writeErr is the error of writing it.
func verdictStatus(v judge.Verdict, reason string, writeErr error) error {
	switch {
	case writeErr != nil:
		return internalError("cannot write the verdict: %w", writeErr)
	case v == judge.JudgeError:
		return internalError("the judge itself failed: %s", reason)
	case v != judge.Accepted:
		return unexpected()
	}
	return nil
}
