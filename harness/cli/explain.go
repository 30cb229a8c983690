package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	requestFlags
	solver string
	script bool
}

// explainVerb returns the verb explain, whose flags are parsed into f.
func (a *app) explainVerb(f *explainFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain (--solver S | --exec name=COMMAND | --contestants FILE) (SET[#N] | FILE[#N] | PROBLEM)",
		Short: "Show every fact behind one verdict",
		Long:  helpText("explain"),
		Example: `  gridjudge explain --solver dlx poj3074/named#3
  gridjudge explain --solver dlx puzzles.txt#17
  gridjudge explain --solver dlx -- '-#17' <puzzles.txt
  gridjudge explain --exec 'mine=./a.out' poj3074/named
  gridjudge explain --exec 'mine=./a.out' --script poj3074/named | sh`,
		Args:              cobra.ExactArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.explain(cmd, f, args[0]) },
		ValidArgsFunction: completeSetArgument,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver to judge; with --exec or --contestants, the declared program to judge if there are several")
	f.registerPrograms(flags, true)
	f.registerProblem(flags)
	f.registerAnswers(flags)
	f.registerSolutions(flags, "")
	flags.BoolVar(&f.PerCase, "per-case", false, "run the program once per case, as judge --per-case does")
	flags.BoolVar(&f.Strict, "strict", false, "accept output of a program only if every byte is right")
	flags.BoolVar(&f.script, "script", false, "print a shell script that repeats the run of a program by hand")
	return cmd
}

// explain runs the verb.
func (a *app) explain(cmd *cobra.Command, f *explainFlags, name string) error {
	ctx := cmd.Context()
	if f.Solutions < 1 {
		return usageError("--solutions must be at least 1")
	}
	sets, n, err := a.selection(&f.requestFlags).Find(ctx, name) // n is 0 without #N
	if err != nil {
		return usageError("%w", err)
	}
	if err := f.limits.limit(sets); err != nil {
		return err
	}
	if f.HasPrograms() || f.script {
		err := refuse(cmd, "a program decides itself how it searches", "solutions")
		if f.script {
			err = cmp.Or(err, refuse(cmd, "the script runs the program, and judges nothing", "strict"))
		}
		if err != nil {
			return err
		}
		return a.explainProgram(ctx, f, sets, n)
	}
	return a.explainSolver(cmd, f, sets, n)
}

// explainSolver runs the verb for a built-in solver.
func (a *app) explainSolver(cmd *cobra.Command, f *explainFlags, sets []*testset.TestSet, n int) error {
	ctx, l := cmd.Context(), &f.limits
	if f.solver == "" {
		return usageError("--solver is missing (see gridjudge list solvers), or --exec NAME=COMMAND for a program")
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return err
	}
	spec := specs[0]
	if why := sets[0].WhyNot(spec); why != "" {
		return usageError("%s", why)
	}
	_, err = f.declared("") // refuse limits of programs if there is no program
	if err = cmp.Or(err, refuse(cmd, "no program takes part", "strict", "per-case"), countable(cmd, sets...)); err != nil {
		return err
	}
	o := judge.Options{Limits: judge.Limits{Case: l.scaled(l.Case)}, Solutions: f.Solutions, Nodes: l.Nodes}
	if sets[0].Problem.CountsAll() { // all sets have the same problem
		o.Solutions = results.All
	}
	searched := n == 0
	set, n, err := a.firstFailed(sets, n, spec.Name, func(set *testset.TestSet) (int, error) {
		all, _ := set.All(ctx) // Find has read them
		o.Limits.Time = set.TimeLimit
		pass := judge.NewPass(set.NewRunner(spec), o)
		err := pass.Run(ctx, all, nil)
		return pass.Outcome().FirstFailed(), err
	})
	if set == nil || err != nil {
		return err
	}
	o.Limits.Time = set.TimeLimit
	all, _ := set.All(ctx)
	name := testset.CaseName(set.Name, cmp.Or(set.File, set.Name), n, all.Line(n-1))
	e, err := judge.Explain(ctx, a.stdout, spec.Name+": "+spec.Doc, set.NewRunner(spec), all, n, name, o)
	if err != nil {
		return verdictStatus(judge.NotJudged, "", err)
	}
	if err := set.Contradicted(n, e.Finding); err != nil {
		return usageError("%w", err)
	}
	if searched && e.Verdict == judge.Accepted {
		return &statusError{exitUnexpected, fmt.Errorf("%s was not accepted on %s before, in the search for the first case that is not AC: its answers differ from run to run", spec.Name, name)}
	}
	return verdictStatus(e.Verdict, e.Reason, nil)
}

// firstFailed chooses the case to explain, and returns its set and its number. If the user named a case, n is its
// number, and firstFailed returns case n of the first set. If n is 0, firstFailed looks for the first case that is not
// AC: it calls find with one set after the other, until find returns the number of such a case. If all cases of a set
// are AC, find returns 0.
//
// If all cases of all sets are AC, there is nothing to explain. firstFailed then prints that the contestant, whose name
// is who, is AC on all of them, and returns no set.
func (a *app) firstFailed(
	sets []*testset.TestSet, n int, who string, find func(*testset.TestSet) (int, error),
) (*testset.TestSet, int, error) {
	name := sets[0].Name
	all := 0
	for _, set := range sets {
		if n > 0 {
			return set, n, nil
		}
		if first, err := find(set); err != nil || first > 0 {
			return set, first, err
		}
		all += set.Len()
	}
	if len(sets) > 1 {
		name = sets[0].Problem.Name
	}
	on := "the only case"
	if all > 1 {
		on = fmt.Sprintf("all %d cases", all)
	}
	_, err := fmt.Fprintf(a.stdout, "%s: AC on %s of %s\n", who, on, report.Escape(name))
	return nil, 0, verdictStatus(judge.Accepted, "", err)
}

// explainProgram runs the verb for a program.
func (a *app) explainProgram(ctx context.Context, f *explainFlags, sets []*testset.TestSet, n int) error {
	p, err := a.oneProgram(ctx, &f.requestFlags, f.solver, f.Answers)
	if err != nil {
		return err
	}
	// A program gets the whole file, so an error in it counts at once. A built-in solver gets the cases before the
	// error, as in judge.
	for _, set := range sets {
		if _, err := set.All(ctx); err != nil {
			return usageError("%w", err)
		}
	}
	limits := &f.limits
	o := program.Options{Strict: f.Strict, PerCase: f.PerCase || limits.Case > 0, Limits: judge.Limits{Case: limits.scaled(limits.Case)}}
	problem, leftOut := sets[0].Problem.Name, program.LeftOut([]*program.Program{p}, sets)
	sets = slices.DeleteFunc(sets, func(set *testset.TestSet) bool { return !p.Meets(set) })
	switch {
	case len(sets) == 0: // a program that accepts the problem takes every set that is named
		return usageError("%s does not accept the input format of %s; its problems are in the contestants file", p.Name, problem)
	case f.script && len(sets) > 1:
		return usageError("--script needs one set of %s, such as %s", problem, sets[0].Name)
	case f.script && p.Broken != "":
		return &statusError{exitUnexpected, fmt.Errorf("%s cannot be run: %s", p.Name, strings.TrimSpace(p.Broken))}
	case f.script:
		all, _ := sets[0].All(ctx) // Find has read them
		return internalOr(p.Replay(a.stdout, sets[0], all, n, o))
	}
	var judged *program.Record // the run that is shown
	for _, set := range sets {
		if runs, each, sum := p.LongestRuns(set, n, o); sum > longSession {
			a.note("%s may run up to %s on %s, each for at most %v if it does not end, and %v in all", p.Name, report.Counted(runs, "time"), set.Name, each, sum)
			break
		}
	}
	set, failed, err := a.firstFailed(sets, n, p.Name, func(set *testset.TestSet) (first int, err error) {
		judged, first, err = p.FirstToFail(ctx, set, o)
		return first, err
	})
	if set == nil && err == nil && leftOut != "" {
		_, err = fmt.Fprintln(a.stdout, leftOut)
	}
	if set == nil || err != nil {
		return err
	}
	e, err := p.Explain(ctx, set, failed, judged, o)
	if err != nil {
		return err
	}
	err = e.Write(a.stdout)
	if wrong := e.Contradicted(set); err == nil && wrong != nil {
		return usageError("%w", wrong)
	}
	return verdictStatus(e.Verdict, e.Reason, err)
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
