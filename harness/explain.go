package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// explainFlags are what explain was asked for.
type explainFlags struct {
	testset.Selection
	programs   externalFlags
	solver     string
	solutions  int
	timeLimit  time.Duration
	nodeBudget uint64
}

func (a *app) explainCommand() *cobra.Command {
	f := &explainFlags{}
	cmd := &cobra.Command{
		Use:   "explain (--solver S | --exec name=COMMAND | --contestants FILE) SET#N",
		Short: "Show every fact behind one verdict",
		Long: `Run one solver on one case, the N-th of a set from 1, and show everything that the
verdict rests on: the puzzle, the answer, what is stored, the rule that is broken, the
counts, the time. With --input the case is #N of that file. Of a program (--exec,
--contestants) it shows how its process ended, what it used and what it wrote.

The exit status is 0 for AC, 1 for any other verdict, 3 for JE.`,
		Example: `  gridjudge explain --solver dlx poj3074/named#3
  gridjudge explain --solver bitmask --solutions 20 poj3074/named#6
  gridjudge explain --solver dlx --input puzzles.txt '#17'
  gridjudge explain --exec 'mine=./a.out' poj3074/named#3`,
		Args: takes("SET#N"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.explain(cmd.Context(), f, args[0]) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return setNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "the solver")
	flags.StringVar(&f.Problem, "problem", "", "problem that --input is of (default recognised by content)")
	flags.StringVar(&f.Input, "input", "", "take the case from this file of puzzles")
	flags.StringVar(&f.Answers, "answers", "", "answers to --input")
	flags.IntVar(&f.solutions, "solutions", 1, "count up to so many solutions")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "time for the case (default the set's; none for --input)")
	flags.Uint64Var(&f.nodeBudget, "node-budget", 0, "search calls allowed (default no budget)")
	flags.BoolVar(&f.programs.strict, "strict", false, "accept only output of a program that is right to the byte")
	whoFlags(flags, &f.programs.exec, &f.programs.file)
	a.completeNames(cmd)
	return cmd
}

// explain runs the verb.
func (a *app) explain(ctx context.Context, f *explainFlags, name string) error {
	if len(f.programs.exec) > 0 || f.programs.file != "" {
		return a.explainProgram(ctx, f, name)
	}
	switch {
	case f.solver == "":
		return usageError("--solver is missing (see gridjudge list solvers)")
	case f.solutions < 1:
		return usageError("--solutions must be at least 1")
	case f.timeLimit < 0:
		return usageError("--time-limit must not be below 0")
	}
	specs, err := a.pick([]string{f.solver})
	if err != nil {
		return err
	}
	s, n, err := a.findCase(&f.Selection, name)
	if err != nil {
		return err
	}
	if !specs[0].Takes(s.Problem.Size) {
		return usageError("%s does not take %dx%d, the size of %s (it takes %v)", f.solver, s.Problem.Size, s.Problem.Size, s.Name, specs[0].Sizes)
	}
	e := &explanation{spec: specs[0], set: s, n: n, c: &s.Cases[n-1]}
	e.options = judge.Options{Solutions: f.solutions, NodeBudget: f.nodeBudget, TimeLimit: s.TimeLimit}
	if f.timeLimit > 0 {
		e.options.TimeLimit = f.timeLimit
	}
	e.options.Observe = func(o *judge.Outcome, facts *judge.Facts, r *solvers.Result) {
		e.facts, e.result = *facts, *r
		e.result.First = slices.Clone(r.First)
	}
	standing, err := judge.Run(ctx, specs[0], s.Cases[n-1:n], e.options)
	if errors.Is(err, judge.ErrInterrupted) {
		return &statusError{exitInterrupted, err}
	}
	e.standing = standing
	if err := e.write(a.stdout); err != nil {
		return faultError("cannot write the explanation: %w", err)
	}
	switch standing.Verdict {
	case judge.Accepted:
		return nil
	case judge.JudgeError:
		return faultError("the judge itself failed: %s", standing.Failed.Reason)
	}
	return unexpected()
}

// explanation is everything about one case and one contestant.
type explanation struct {
	spec     *solvers.Spec
	set      *testset.TestSet
	n        int
	c        *corpus.Case
	options  judge.Options
	standing *judge.SetResult
	facts    judge.Facts
	result   solvers.Result
}

func (e *explanation) write(w io.Writer) error {
	var b strings.Builder
	field := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	c, st := e.c, e.standing
	where := fmt.Sprintf("%s#%d", e.set.Name, e.n)
	if c.Line > 0 {
		file := e.set.File
		if e.set.Embedded != nil {
			file = e.set.Name + ".in"
		}
		where += fmt.Sprintf(" (%s, line %d)", file, c.Line)
	}
	field("case", "%s", where)
	field("solver", "%s: %s", e.spec.Name, e.spec.Doc)
	field("verdict", "%s: %s", st.Verdict, st.Verdict.Long())
	if st.Failed != nil {
		field("reason", "%s", st.Failed.Reason)
	}
	field("rule", "%s", ruleOf(st.Verdict))
	b.WriteByte('\n')
	field("asked for", "up to %d solutions, time limit %s, node budget %s", e.options.Solutions, orNone(e.options.TimeLimit.String(), e.options.TimeLimit == 0), orNone(report.Grouped(fmt.Sprint(e.options.NodeBudget)), e.options.NodeBudget == 0))
	field("time", "%s of solving alone, on one thread", report.Duration(st.Total))
	if e.facts.Ran && e.facts.Panic == "" {
		field("solutions", "%d counted; %s", e.result.Solutions, certified(c))
		field("nodes", "%s", report.Grouped(fmt.Sprint(st.Nodes)))
		field("updates", "%s", report.Grouped(fmt.Sprint(st.Updates)))
		field("stopped", "%s", e.result.Stopped)
	}
	fmt.Fprintf(&b, "\npuzzle, %d givens\n%s", c.Puzzle.Givens(), drawn(c.Puzzle))
	if conflict := c.Puzzle.Conflict(); conflict != nil {
		fmt.Fprintf(&b, "it contradicts itself: %v\n", conflict)
	}
	switch {
	case !e.facts.Ran || e.facts.Panic != "":
	case len(e.result.First) == 0:
		b.WriteString("\nanswer: none\n")
	case len(e.result.First) != len(c.Puzzle) || !e.result.First.Valid():
		fmt.Fprintf(&b, "\nanswer: no grid of this size: %v\n", []uint8(e.result.First))
	default:
		fmt.Fprintf(&b, "\nanswer\n%s", drawn(e.result.First))
		if err := solvers.Check(c.Puzzle, e.result.First); err != nil {
			fmt.Fprintf(&b, "check: %v\n", err)
		} else {
			b.WriteString("check: full, keeps the givens, each digit once in every row, column and box\n")
		}
	}
	switch {
	case c.Answer == nil:
		b.WriteString("\nstored answer: none; givens and rules decide\n")
	case c.Unsolvable():
		b.WriteString("\nstored answer: the puzzle as given, for there is no solution\n")
	case slices.Equal(c.Answer, e.result.First):
		b.WriteString("\nstored answer: the same\n")
	default:
		fmt.Fprintf(&b, "\nstored answer\n%s", drawn(c.Answer))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orNone(s string, none bool) string {
	if none {
		return "none"
	}
	return s
}

// certified tells what is known of the number of solutions.
func certified(c *corpus.Case) string {
	switch {
	case c.Solutions == corpus.Unknown:
		return "their number is not certified"
	case c.AtLeast:
		return fmt.Sprintf("at least %d are certified", c.Solutions)
	}
	return fmt.Sprintf("%d certified", c.Solutions)
}

// ruleOf is the rule that gives a verdict, in a line.
func ruleOf(v judge.Verdict) string {
	switch v {
	case judge.Accepted:
		return "the answer keeps the givens, obeys the rules and agrees with what is certified, within the limits"
	case judge.WrongAnswer:
		return "within the limits, without a fault, but the result is not right"
	case judge.RuntimeError:
		return "the solver panicked or could not be made"
	case judge.TimeLimit:
		return "the time limit or the node budget was exceeded; this hides whether the answer is right"
	case judge.JudgeError:
		return "the judge's own data or code failed; this hides everything else"
	}
	return "the case was not run to its end"
}

// drawn is a grid with blanks and empty lines between its boxes.
func drawn(g solvers.Grid) string {
	n := g.Size()
	box := solvers.Box(n)
	var b strings.Builder
	for i, d := range g {
		switch {
		case i%n == 0 && i > 0 && i/n%box == 0:
			b.WriteString("\n\n  ")
		case i%n == 0 && i > 0:
			b.WriteString("\n  ")
		case i == 0:
			b.WriteString("  ")
		case i%box == 0:
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
		b.WriteByte(solvers.Symbol(n, d))
	}
	return b.String() + "\n"
}
