package scoreboard

import (
	"slices"
	"strings"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// A terminal of 24 lines shows this many rows whole: of one contestant or one set, and of several.
const screen, few = 14, 6

// Board lays results out for people, with all notes below. A terminal gets a table that fits it: if there is one
// contestant, or one program and the reference, a row for each set, of several the summary. Otherwise there are all
// verdicts, then the summary.
func Board(rs []*results.Result, o Options, style report.Style) (tables []*report.Table) {
	b, terminal := newBoard(rs, o), style.Width > 0
	if b.style = style; terminal {
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
	if len(tables) == 0 || !terminal && !oneSet {
		t := Summary(rs)
		ranked := func(g *ranking.Group) bool { return rankable(g) && slices.ContainsFunc(g.Rows, g.Ranked) }
		if slices.ContainsFunc(b.problems, ranked) {
			t.Notef("Of each problem: PAR2, or the accepted sets; rank (1-2: first or second).")
		} else {
			t.Notef("Of each problem: PAR2, or the accepted sets.")
		}
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
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "verdict"}, {Name: "passed"}, {Name: "total_ns", Head: "total"}, {Name: "cpu_ns", Head: "cpu"},
		{Name: "margin"}, {Name: "ratio"}, {Name: "nodes", Drop: 1},
	}}
	oneProblem := !slices.ContainsFunc(rs, func(r *results.Result) bool { return r.Problem() != rs[0].Problem() })
	for _, r := range rs {
		row := b.row(r)
		if oneProblem {
			row["set"] = report.String(strings.TrimPrefix(r.Set, r.Problem()+"/"))
		}
		delete(row, "ratio")
		for _, other := range b.results {
			if other.Set == r.Set && other.Solver != r.Solver && other.Accepted() && r.Accepted() {
				row["ratio"] = ratioTo(r, other)
				references = results.With(references, other.Solver)
			}
		}
		t.AddNamed(row)
	}
	t.Columns[6].Head = "/ " + strings.Join(references, ", ")
	return t
}
