package scoreboard

import (
	"cmp"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Slowest lays out the n slowest cases of each result, the slowest first.
func Slowest(rs []*results.Result, n int) *report.Table {
	b := newBoard(rs, Options{})
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "case"}, {Name: "verdict"}, {Name: "time_ns", Head: "time"},
		{Name: "share", Head: "of total", Drop: 2}, {Name: "nodes", Drop: 1},
		{Name: "time_bound", Data: true},
	}}
	searched := results.Searched(b.results)
	if searched {
		t.Columns = append(t.Columns, report.Column{Name: "solutions"})
	}
	var untimed, again []string
	for _, r := range b.results {
		if len(r.Slowest) == 0 {
			untimed = results.With(untimed, r.Solver+": "+untimedBecause(r))
			continue
		}
		for _, c := range r.Slowest[:min(n, len(r.Slowest))] {
			nodes, solutions := report.None(), report.None() // a program does not tell them
			if r.Process {
				again = results.With(again, "The time of a program is one measurement of one process, start included: what differs by less than a start may be chance.")
			} else {
				nodes, solutions = report.Count(c.Nodes), report.Count(c.Solutions)
				again = results.With(again, "A solver solved these cases again, and the least time of each counts; p99, max and \"of total\" are of the first pass.")
			}
			time, bound := atLeast(report.Time(c.Time), c.Stopped)
			row := []report.Cell{report.String(r.Set), report.String(r.Solver),
				report.Cell{Value: caseName(r, c.Case, 0), Text: caseName(r, c.Case, c.Line)}, report.String(c.Verdict.String()),
				time, report.Share(float64(cmp.Or(c.First, c.Time)) / float64(max(r.Time, 1))), nodes, bound}
			if searched {
				row = append(row, solutions)
			}
			t.Add(row...)
		}
	}
	t.Notes = append(append(untimed, again...), "gridjudge explain shows one case.")
	return t
}

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
