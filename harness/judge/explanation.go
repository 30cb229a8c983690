package judge

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Explanation is every fact behind the verdict on one solver and one case.
type Explanation struct {
	Verdict Verdict
	Reason  string

	spec    *solvers.Spec
	set     *testset.TestSet
	n       int // the case, from 1
	options Options
	outcome *SetResult // of the case alone
	facts   Facts
	result  solvers.Result
}

// Explain judges a solver on case n, counted from 1, of a test set.
func Explain(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, n int, o Options) (*Explanation, error) {
	e := &Explanation{spec: spec, set: set, n: n, options: o}
	o.Observe = func(_ *Outcome, f *Facts, r *solvers.Result) {
		e.facts, e.result = *f, *r
		e.result.First = slices.Clone(r.First)
	}
	var err error
	e.outcome, err = Run(ctx, spec, set.Cases[n-1:n], o)
	e.Verdict = e.outcome.Verdict
	if e.outcome.Failed != nil {
		e.Reason = e.outcome.Failed.Reason
	}
	return e, err
}

// Write writes the explanation for people.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	field := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	c, st := &e.set.Cases[e.n-1], e.outcome
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
	b.WriteByte('\n')
	field("asked for", "up to %d solutions, time limit %s, node budget %s", e.options.Solutions, orNone(e.options.TimeLimit.String(), e.options.TimeLimit == 0), orNone(report.Grouped(fmt.Sprint(e.options.NodeBudget)), e.options.NodeBudget == 0))
	field("time", "%s of solving alone, on one thread", report.Duration(st.Total))
	if e.facts.Ran && e.facts.Panic == "" {
		field("solutions", "%d counted; %s", e.result.Solutions, certified(c))
		field("nodes", "%s", report.Grouped(fmt.Sprint(st.Nodes)))
		field("updates", "%s", report.Grouped(fmt.Sprint(st.Updates)))
		field("stopped", "%s", e.result.Stopped)
	}
	fmt.Fprintf(&b, "\npuzzle, %d givens\n%s", c.Puzzle.Givens(), DrawGrid(c.Puzzle))
	if conflict := c.Puzzle.Conflict(); conflict != nil {
		fmt.Fprintf(&b, "it contradicts itself: %v\n", conflict)
	}
	switch {
	case !e.facts.Ran || e.facts.Panic != "":
	case len(e.result.First) == 0:
		b.WriteString("\nanswer: none\n")
	case len(e.result.First) != len(c.Puzzle) || !e.result.First.Valid():
		fmt.Fprintf(&b, "\nanswer: not a grid of this size: %v\n", []uint8(e.result.First))
	default:
		fmt.Fprintf(&b, "\nanswer\n%s", DrawGrid(e.result.First))
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
		b.WriteString("\nstored answer: the puzzle as given, because there is no solution\n")
	case slices.Equal(c.Answer, e.result.First):
		b.WriteString("\nstored answer: the same\n")
	default:
		fmt.Fprintf(&b, "\nstored answer\n%s", DrawGrid(c.Answer))
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
