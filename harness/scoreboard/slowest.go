package scoreboard

import (
	"cmp"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// slow is one of the slowest cases of a result.
type slow struct {
	*row
	judge.Slow
}

// SlowestCases lays out the slowest cases of each result, the slowest first. If there is none, the notes say why.
func (b *Board) SlowestCases() *report.Table {
	type field = report.Field[slow]
	searched := func(c slow, n uint64) (count cell) {
		if !c.Process { // a program does not report its search
			count = report.Count(n)
		}
		return count
	}
	fields := []field{
		{Column: col{Name: "set", Group: true}, Cell: func(c slow) cell { return report.String(c.Set) }},
		{Column: col{Name: "solver"}, Cell: func(c slow) cell { return report.String(c.Solver) }},
		{Column: col{Name: "case"}, Cell: func(c slow) cell {
			return cell{Value: caseName(c.Result, c.Case, 0), Text: caseName(c.Result, c.Case, c.Slow.Line)}
		}},
		{Column: col{Name: "verdict"}, Cell: func(c slow) cell { return report.String(c.Slow.Verdict.String()) }},
		{Column: col{Name: "time_ns", Head: "time"}, Cell: func(c slow) cell { return c.figure().cell }},
		{Column: col{Name: "share", Head: "of total", Drop: 2}, Cell: func(c slow) cell {
			return report.Share(float64(cmp.Or(c.First, c.Slow.Time)) / float64(max(c.Result.Time, 1)))
		}},
		{Column: col{Name: "nodes", Drop: 1}, Cell: func(c slow) cell { return searched(c, c.Slow.Nodes) }},
		{Column: col{Name: "time_bound", Data: true}, Cell: func(c slow) cell { return c.figure().sign }},
	}
	if results.Searched(b.results()) {
		fields = append(fields, field{Column: col{Name: "solutions"}, Cell: func(c slow) cell { return searched(c, c.Slow.Solutions) }})
	}
	var cases []slow
	var untimed, again []string
	for _, r := range b.rows {
		switch {
		case len(r.Result.Slowest) == 0:
			untimed = results.With(untimed, r.Solver+": "+untimedBecause(r.Result))
		case r.Process:
			again = results.With(again, "The time of a program is one measurement of one process, start included: what differs by less than a start may be chance.")
		default:
			again = results.With(again, "A solver solved these cases again, and the least time of each counts; p99, max and \"of total\" are of the first pass.")
		}
		for _, c := range r.Result.Slowest[:min(b.Slowest, len(r.Result.Slowest))] {
			cases = append(cases, slow{r, c})
		}
	}
	t := report.Of(cases, fields...)
	if t.Closing = append(untimed, again...); len(cases) > 0 {
		t.Closing = append(t.Closing, "gridjudge explain shows one case.")
	}
	return t
}

// figure returns the time, which is a lower bound if the case was stopped.
func (c slow) figure() figure { return atLeast(report.Time(c.Slow.Time), c.Slow.Stopped) }

// untimedBecause says why a result has no times of single cases.
func untimedBecause(r *results.Result) string {
	switch {
	case r.Verdict == judge.JudgeError || r.Verdict == judge.CompileError:
		return r.Verdict.String() + ", no case was run."
	case r.Process && !r.PerCase:
		return "one process for all cases, so single cases have no times; add --per-case."
	case !r.Whole:
		return "the run did not keep them; judge the set again with --slowest."
	}
	return "all cases in one call, so single cases have no times; explain times one."
}
