package scoreboard

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// summary lays out one row for each contestant, with a column for each problem. If the contestant is accepted on all
// its sets, a cell shows its PAR2 over the sets that all contestants have. Otherwise the cell shows its worst verdict
// and the number of solved cases, for example "WA 998/1000". If the contestant is ranked, its rank follows, for example
// 1-2, which means first or second.
func (b *Board) summary() *report.Table {
	fields := []report.Field[string]{{Column: col{Name: "solver"}, Cell: report.String}}
	var names []string
	note := "Of each problem: PAR2, or the solved cases, whose number decides first."
	for i, g := range b.problems {
		name := g.Problem
		if slices.ContainsFunc(b.problems, func(other *ranking.Group) bool { return other.Problem == name && other != g }) {
			name = g.String()
		}
		fields = append(fields, report.Field[string]{Column: col{Name: name, Drop: i}, Cell: func(name string) cell { return b.sumUp(g, g.Entrant(name)) }})
		for _, e := range slices.Concat(g.Rows, g.Entrants) {
			names = results.With(names, e.Name)
		}
		if b.rankable(g) && slices.ContainsFunc(g.Rows, g.Ranked) {
			note = "Of each problem: PAR2, or the solved cases, whose number decides first; rank (1-2: first or second)."
		}
	}
	t := report.Of(names, fields...)
	t.Notef("%s", note)
	return t
}

// rankable reports whether the contestants of a group can be ranked. There are four conditions:
//   - No interrupt left out a contestant on the common sets: such a contestant might come first.
//   - There are at least two contestants.
//   - Their PAR2 is known.
//   - Their times are comparable: on the common sets, all contestants were judged to the end, on one machine and one
//     case at a time.
//
// Package ranking does not check the last condition, because it also ranks recorded runs, which do not need the check:
// their classes keep machines apart, and judgings with --jobs are not recorded.
func (b *Board) rankable(g *ranking.Group) bool {
	for _, e := range g.Rows {
		for _, set := range g.Sets {
			r, first := e.On[set].Results[0], g.Rows[0].On[set].Results[0]
			if r.Verdict == judge.NotJudged || r.Jobs > 1 || r.PAR2().NoLimit || r.Origin != first.Origin {
				return false
			}
		}
	}
	return len(g.Rows) > 1 && !slices.ContainsFunc(g.Sets, b.openOn)
}

// openOn reports whether an interrupt ended the judging before each contestant was judged on a set.
func (b *Board) openOn(set string) bool {
	return slices.ContainsFunc(b.Open, func(open results.Benchmark) bool { return open.Set == set })
}

// sumUp returns the cell of a contestant on a problem. If e is nil, the cell is empty.
func (b *Board) sumUp(g *ranking.Group, e *ranking.Entrant) cell {
	if e == nil {
		return report.None()
	}
	sets := e.Sets
	if slices.Contains(g.Rows, e) {
		sets = g.Sets
	}
	_, _, par2 := e.Over(sets)
	accepted, jobs, worst := true, 1, &results.Result{}
	for _, set := range e.Sets {
		r := e.On[set].Results[0]
		accepted, jobs = accepted && r.Accepted(), max(jobs, r.Jobs)
		if !r.Accepted() && r.Verdict > worst.Verdict {
			worst = r
		}
	}
	c := timeOf(time.Duration(math.Round(par2.NS)), jobs)
	if !accepted { // show the solved cases, because their number decides the order
		c = cell{Value: c.Value, Text: worst.Verdict.String(), Tone: report.Bad, Signs: signsOf(worst)}
		if worst.Verdict != judge.NotJudged { // for an interrupted one, nobody knows how many it would have solved
			solved, cases, _ := e.Over(e.Sets)
			c.Text += fmt.Sprintf(" %d/%d", solved, cases)
		}
	}
	if b.rankable(g) && g.Ranked(e) {
		c.Text += fmt.Sprintf(" %-3s", e.Rank)
	}
	return c
}
