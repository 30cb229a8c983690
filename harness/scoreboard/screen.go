package scoreboard

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// A terminal of 24 lines shows this many rows whole: of one contestant or one set, and of several.
const screen, few = 14, 6

// Board lays results out for people, with all notes below. A terminal gets a table that fits it: if there is one
// contestant, or one program and the reference, a row for each set, of several the summary. Otherwise there are all
// verdicts, then the summary.
func Board(rs []*results.Result, o Options, terminal bool) (tables []*report.Table) {
	b := newBoard(rs, o)
	if b.terminal = terminal; terminal {
		b.failures = 3
	}
	guests, rows := b.guests(), len(b.results)
	one := !slices.ContainsFunc(guests, func(r *results.Result) bool { return r.Solver != guests[0].Solver })
	oneSet := rows == 0 || b.results[0].Set == b.results[rows-1].Set
	switch {
	case terminal && one && rows > 0 && (!oneSet || guests[0].Process) && len(guests) <= screen:
		tables, b.failures = []*report.Table{b.perSet(guests)}, 1
	case !terminal, oneSet && rows <= screen, rows <= few:
		tables = []*report.Table{b.table()}
	}
	if len(tables) == 0 || !terminal && len(rs) > 1 {
		t := Summary(rs)
		t.Notef("Of each problem: PAR2, or the accepted sets; rank (1-2: first or second).")
		tables = append(tables, t)
	}
	b.notes(tables...)
	return tables
}

// guests returns all results but those of the references that programs are compared with, or these if there are no
// others.
func (b *board) guests() []*results.Result {
	guests := slices.DeleteFunc(slices.Clone(b.results), func(r *results.Result) bool {
		return r.Process && slices.Contains(ranking.References, r.Solver)
	})
	if len(guests) == 0 {
		return b.results
	}
	return guests
}

// perSet lays out the results of one contestant. A program has the ratio to the reference on the same set.
func (b *board) perSet(rs []*results.Result) *report.Table {
	var references []string
	var rows []map[string]report.Cell
	oneProblem := !slices.ContainsFunc(rs, func(r *results.Result) bool { return r.Problem() != rs[0].Problem() })
	for _, r := range rs {
		row := b.row(r)
		rows = append(rows, row)
		if oneProblem {
			row["set"] = report.String(strings.TrimPrefix(r.Set, r.Problem()+"/"))
		}
		delete(row, "ratio")
		for _, other := range b.results {
			if other.Set == r.Set && other.Solver != r.Solver && other.Accepted() && r.Accepted() {
				row["ratio"] = report.Ratio(float64(total(r)) / float64(total(other)))
				references = with(references, other.Solver)
			}
		}
	}
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "verdict"}, {Name: "passed"}, {Name: "total_ns", Head: "total"}, {Name: "cpu_ns", Head: "cpu"},
		{Name: "margin"}, {Name: "ratio", Head: "/ " + strings.Join(references, ", ")}, {Name: "nodes", Drop: 1},
	}}
	for _, row := range rows {
		t.AddNamed(row)
	}
	return t
}

// Summary lays out one row for each contestant, with a column for each problem: PAR2 over the sets that all contestants
// have and the rank as an interval; if a set is not accepted, its verdict and how many are instead of PAR2.
func Summary(rs []*results.Result) *report.Table {
	groups := newBoard(rs, Options{}).problems
	t := &report.Table{Columns: []report.Column{{Name: "solver"}}}
	var names []string
	for i, g := range groups {
		name := g.Problem
		if slices.ContainsFunc(groups, func(other *ranking.Group) bool { return other.Problem == name && other != g }) {
			name = g.String()
		}
		t.Columns = append(t.Columns, report.Column{Name: name, Drop: i})
		for _, e := range slices.Concat(g.Rows, g.Entrants) {
			names = with(names, e.Name)
		}
	}
	for _, name := range names {
		row := []report.Cell{report.String(name)}
		for _, g := range groups {
			row = append(row, sumUp(g, g.Entrant(name)))
		}
		t.Add(row...)
	}
	return t
}

// rankable reports whether the contestants of a group can be ranked: several were judged to the end on the common sets,
// all on one machine, one case at a time, and PAR2 is known. Package ranking leaves this to its callers: of recorded
// runs, which it ranks, too, the classes keep machines apart, and --jobs is not recorded.
func rankable(g *ranking.Group) bool {
	for _, e := range g.Rows {
		for _, set := range g.Sets {
			r, first := e.On[set].Results[0], g.Rows[0].On[set].Results[0]
			if r.Verdict == judge.NotJudged || r.Jobs > 1 || unlimited(r) || r.Origin != first.Origin {
				return false
			}
		}
	}
	return len(g.Rows) > 1
}

// unlimited reports whether a case without a limit was not passed, so that PAR2 is not known.
func unlimited(r *results.Result) bool { return r.Passed < r.Cases && r.Limits.Time == 0 }

// sumUp returns the cell of a contestant, which may be nil, and a problem.
func sumUp(g *ranking.Group, e *ranking.Entrant) report.Cell {
	if e == nil {
		return report.None()
	}
	sets := e.Sets
	if slices.Contains(g.Rows, e) {
		sets = g.Sets
	}
	_, _, par2 := e.Over(sets)
	accepted, disturbed, worst := 0, false, judge.NotJudged
	for _, set := range e.Sets {
		r := e.On[set].Results[0]
		accepted, disturbed = accepted+number(r.Accepted()), disturbed || r.Jobs > 1
		if !r.Accepted() {
			worst = judge.Graver(worst, r.Verdict)
		}
	}
	c := timeOf(time.Duration(math.Round(par2)), disturbed)
	if accepted < len(e.Sets) {
		c = report.Cell{Value: c.Value, Text: fmt.Sprintf("%s %d/%d", worst, accepted, len(e.Sets)), Tone: report.Bad}
	}
	if rankable(g) && slices.Contains(g.Rows, e) {
		c.Text += fmt.Sprintf(" %-3s", e.Rank)
	}
	return c
}
