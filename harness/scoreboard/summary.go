package scoreboard

import (
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Summary lays out one row for each contestant and problem, with the rank as an interval.
func Summary(rs []*results.Result) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "problem", Group: true},
		{Name: "solver"},
		{Name: "sets_accepted", Head: "sets"},
		{Name: "sets", Data: true},
		{Name: "passed"},
		{Name: "cases", Data: true},
		{Name: "total_ns", Head: "total", Drop: 1},
		{Name: "par2_ns", Head: "PAR2"},
		{Name: "rank"},
	}}
	var open, openPrograms []string
	for _, g := range ranking.OrderResults(newBoard(rs, Options{}).results, false) {
		ranked := rankable(g)
		settled := true
		all := slices.Clone(g.Rows)
		for _, e := range g.Entrants {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
		for _, e := range all {
			rank := report.None()
			if ranked {
				rank, settled = report.String(e.Rank.String()), settled && e.Settled()
			}
			t.Add(append(sumUp(g, e), rank)...)
		}
		switch {
		case settled:
		case g.Process:
			openPrograms = append(openPrograms, g.String())
		default:
			open = append(open, g.String())
		}
	}
	t.Notef("Sets: accepted of judged. PAR2: %s. Rank: by cases passed, then PAR2; 1-2 is first or second.",
		judge.PAR2Meaning)
	if len(open) > 0 {
		t.Notef("Not settled on %s: gridjudge bench.", strings.Join(open, ", "))
	}
	if len(openPrograms) > 0 {
		t.Notef("Not settled on %s: more --repeat.", strings.Join(openPrograms, ", "))
	}
	return t
}

// rankable reports whether the contestants of a group can be ranked: several were judged to the end on the same sets,
// each on one machine, one case at a time, and PAR2 is known.
func rankable(g *ranking.Group) bool {
	if len(g.Rows) < 2 || len(g.LeftOut) > 0 {
		return false
	}
	for _, e := range g.Entrants {
		for _, set := range g.Sets {
			r, first := e.On[set].Results[0], g.Entrants[0].On[set].Results[0]
			if r.Verdict == judge.NotJudged || r.Jobs > 1 || unlimited(r) || r.Origin != first.Origin {
				return false
			}
		}
	}
	return true
}

// unlimited reports whether a case without a limit was not passed, so that PAR2 is not known.
func unlimited(r *results.Result) bool { return r.Passed < r.Cases && r.Limits.Time == 0 }

// sumUp returns the row of a contestant over all of its sets, without the rank.
func sumUp(g *ranking.Group, e *ranking.Entrant) []report.Cell {
	accepted, sum, disturbed, known := 0, time.Duration(0), false, true
	for _, set := range e.Sets {
		r := e.On[set].Results[0]
		sum += total(r)
		accepted += number(r.Accepted())
		disturbed = disturbed || r.Jobs > 1
		known = known && !unlimited(r)
	}
	passed, cases, ns := e.Over(e.Sets)
	par2 := report.None()
	if known {
		par2 = timeOf(time.Duration(math.Round(ns)), disturbed)
	}
	return []report.Cell{
		report.String(g.String()), report.String(e.Name), outOf(accepted, len(e.Sets)), report.Count(len(e.Sets)),
		outOf(passed, cases), report.Count(cases), timeOf(sum, disturbed), par2,
	}
}
