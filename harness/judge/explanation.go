package judge

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Explanation is every fact behind the verdict on one solver and one case.
type Explanation struct {
	Verdict Verdict
	Reason  string

	spec     *solvers.Spec
	set      *testset.TestSet
	n        int // the case, from 1
	options  Options
	shown    *caseRun
	inSet    *caseRun // the case in the run of the set; nil if that run did not reach it
	setFails *Outcome // the outcome that ended the run of the set before the case; nil if none did
	alone    *caseRun // the case in a run of its own
}

// caseRun is one run of one case.
type caseRun struct {
	outcome Outcome
	facts   Facts
	result  solvers.Result
}

// Explain judges a solver twice on case n, counted from 1, of a test set. The first time
// it judges the set up to the case; a batch solver gets all cases of the set, because it
// takes many in one call. The second time it judges the case alone. If the two verdicts differ,
// there are three possible causes: the time limit, which applies to all cases together;
// another case that failed; or state that the solver keeps between cases.
func Explain(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, n int, o Options) (*Explanation, error) {
	e := &Explanation{spec: spec, set: set, n: n, options: o}
	cases := set.Cases[:n]
	if isBatch(spec, set.Problem.Size) {
		cases = set.Cases
	}
	var result *SetResult
	var err error
	if e.inSet, result, err = runCase(ctx, spec, cases, n, o); err != nil {
		return nil, err
	}
	if e.alone, _, err = runCase(ctx, spec, set.Cases[n-1:n], 1, o); err != nil {
		return nil, err
	}
	e.shown = e.inSet
	if e.inSet == nil {
		e.setFails, e.shown = result.Failed, e.alone
	}
	e.Verdict, e.Reason = e.shown.outcome.Verdict, e.shown.outcome.Reason
	return e, nil
}

// isBatch reports whether a solver takes all cases in one call.
func isBatch(spec *solvers.Spec, size int) (batch bool) {
	// A constructor that panics is judged by Run.
	recoverPanic(func() { _, batch = spec.New(size).(solvers.BatchSolver) })
	return batch
}

// runCase judges cases and returns the run of case n, from 1. If the pass fails as a
// whole, the failure counts as that of the case if it is the only case. Otherwise found is
// nil.
func runCase(ctx context.Context, spec *solvers.Spec, cases []corpus.Case, n int, o Options) (found *caseRun, result *SetResult, err error) {
	o.Observe = func(outcome *Outcome, f *Facts, r *solvers.Result) {
		if outcome.Case == n || outcome.Case == 0 && len(cases) == 1 {
			found = &caseRun{*outcome, *f, *r}
			found.result.First = slices.Clone(r.First)
		}
	}
	result, err = Run(ctx, spec, cases, o)
	return found, result, err
}

// Write writes the explanation for people.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	field := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	c, result := &e.set.Cases[e.n-1], &e.shown.result
	returned := e.shown.facts.Ran && e.shown.facts.Panic == "" && !e.shown.outcome.Final
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
	field("verdict", "%s: %s", e.Verdict, e.Verdict.Long())
	if e.Reason != "" {
		field("reason", "%s", e.Reason)
	}
	field("rule", "%s", ruleOf(e.Verdict))
	if note := e.stateNote(); note != "" {
		field("alone", "%s", note)
	}
	b.WriteByte('\n')
	field("asked for", "up to %d solutions, time limit %s, node budget %s", e.options.Solutions, orNone(e.options.TimeLimit.String(), e.options.TimeLimit == 0), orNone(report.Grouped(fmt.Sprint(e.options.NodeBudget)), e.options.NodeBudget == 0))
	field("time", "%s of solving alone, on one thread", report.Duration(e.time()))
	if returned {
		field("solutions", "%d counted; %s", result.Solutions, certified(c))
		field("nodes", "%s", report.Grouped(fmt.Sprint(e.shown.outcome.Nodes)))
		field("updates", "%s", report.Grouped(fmt.Sprint(e.shown.outcome.Updates)))
		field("stopped", "%s", result.Stopped)
	}
	fmt.Fprintf(&b, "\npuzzle, %d givens\n%s", c.Puzzle.Givens(), DrawGrid(c.Puzzle))
	if conflict := c.Puzzle.Conflict(); conflict != nil {
		fmt.Fprintf(&b, "it contradicts itself: %v\n", conflict)
	}
	switch {
	case !returned:
	case len(result.First) == 0:
		b.WriteString("\nanswer: none\n")
	case len(result.First) != len(c.Puzzle) || !result.First.Valid():
		fmt.Fprintf(&b, "\nanswer: not a grid of this size: %v\n", []uint8(result.First))
	default:
		fmt.Fprintf(&b, "\nanswer\n%s", DrawGrid(result.First))
		if err := solvers.Check(c.Puzzle, result.First); err != nil {
			fmt.Fprintf(&b, "check: %v\n", err)
		} else {
			b.WriteString("check: full, keeps the givens, each digit once in every row, column and box\n")
		}
	}
	switch {
	case c.Answer == nil:
		b.WriteString("\nstored answer: none; givens and rules decide\n")
	case c.Unsolvable():
		b.WriteString("\nstored answer: the puzzle as given, because there is no solution\n")
	case slices.Equal(c.Answer, result.First):
		b.WriteString("\nstored answer: the same\n")
	default:
		fmt.Fprintf(&b, "\nstored answer\n%s", DrawGrid(c.Answer))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// time returns the time of the case. A batch solver has one only from the run of the case alone.
func (e *Explanation) time() time.Duration {
	return cmp.Or(e.shown.outcome.Time, e.alone.outcome.Time)
}

// stateNote says how the verdict on the case alone differs; it is empty if it does not.
func (e *Explanation) stateNote() string {
	alone := e.alone.outcome.Verdict
	switch {
	case e.inSet == nil && e.setFails != nil:
		where := ""
		if e.setFails.Case > 0 {
			where = fmt.Sprintf(" in case %d", e.setFails.Case)
		}
		return fmt.Sprintf("this is the case alone; in the run of the set it was not judged: %s%s: %s", e.setFails.Verdict, where, e.setFails.Reason)
	case e.inSet == nil:
		return "this is the case alone; the run of the set did not reach it"
	case alone == e.Verdict:
		return ""
	case e.Verdict == TimeLimit:
		return fmt.Sprintf("%s in %s: the time limit applies to all cases up to this one together", alone, report.Duration(e.alone.outcome.Time))
	}
	return fmt.Sprintf("%s: the solver keeps state between cases", alone)
}

func orNone(s string, none bool) string {
	if none {
		return "none"
	}
	return s
}

// certified says what is known of the number of solutions.
func certified(c *corpus.Case) string {
	switch {
	case c.Solutions == corpus.Unknown:
		return "their number is not certified"
	case c.AtLeast:
		return fmt.Sprintf("at least %d are certified", c.Solutions)
	}
	return fmt.Sprintf("%d certified", c.Solutions)
}

// ruleOf returns the rule behind a verdict, in one line.
func ruleOf(v Verdict) string {
	switch v {
	case Accepted:
		return "the answer keeps the givens, obeys the rules and agrees with the certified facts, within the limits"
	case WrongAnswer:
		return "the solver ended in order and within the limits, but the result is not right"
	case RuntimeError:
		return "the solver panicked or could not be made"
	case TimeLimit:
		return "the time limit or the node budget was exceeded; this hides whether the answer is right"
	case JudgeError:
		return "the judge's own data or code failed; this hides everything else"
	}
	return "the case was not run to its end"
}

// DrawGrid draws a grid with blanks and empty lines between its boxes.
func DrawGrid(g solvers.Grid) string {
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
