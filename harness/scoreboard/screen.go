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
func Board(rs []*results.Result, o Options, terminal bool) (tables []*report.Table) {
	b := newBoard(rs, o)
	if b.terminal = terminal; terminal {
		b.failures = 3
	}
	one, rows := b.one(), len(b.results)
	oneSet := rows == 0 || b.results[0].Set == b.results[rows-1].Set
	switch {
	case terminal && len(one) > 0 && (!oneSet || one[0].Process) && len(one) <= screen:
		tables, b.failures = []*report.Table{b.perSet(one)}, 1
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

// one returns the results of the one contestant, apart from the reference where it is a program of several; none if
// there are more.
func (b *board) one() (of []*results.Result) {
	for _, r := range b.results {
		if !r.Process || !slices.Contains(ranking.References, r.Solver) {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		of = b.results
	}
	if slices.ContainsFunc(of, func(r *results.Result) bool { return r.Solver != of[0].Solver }) {
		return nil
	}
	return of
}

// perSet lays out the results of one contestant. A program has the ratio to the reference on the same set.
func (b *board) perSet(rs []*results.Result) *report.Table {
	r := rs[0]
	other := slices.IndexFunc(b.results, func(other *results.Result) bool { return other.Solver != r.Solver })
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "verdict"}, {Name: "passed"},
		{Name: "total_ns", Head: "total", Data: r.Process}, {Name: "cpu_ns", Head: "cpu", Data: !r.Process},
		{Name: "of limit", Drop: 2, Data: r.Limits.Time == 0},
		{Name: "/ " + b.results[max(other, 0)].Solver, Data: other < 0},
		{Name: "nodes", Drop: 1, Data: r.Process},
	}}
	var problems []string
	for _, r := range rs {
		problems = append(problems, r.Problem()+"/")
	}
	prefix := strings.Repeat(problems[0], number(slices.Max(problems) == slices.Min(problems)))
	for _, r := range rs {
		share, ratio := report.None(), report.None()
		if r.Limits.Time > 0 {
			share = report.Share(float64(total(r)) / float64(r.Limits.Time))
		}
		for _, other := range b.results {
			if other.Set == r.Set && other.Solver != r.Solver && other.Accepted() && r.Accepted() {
				ratio = report.Ratio(float64(total(r)) / float64(total(other)))
			}
		}
		row := b.row(r)
		t.Add(report.String(strings.TrimPrefix(r.Set, prefix)), row[2], row[3], row[5], row[11], share, ratio, row[9])
	}
	return t
}
