package scoreboard

import (
	"fmt"
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
	one, sets := b.one(), 0
	for i, r := range b.results {
		sets += number(i == 0 || r.Set != b.results[i-1].Set)
	}
	switch rows := len(b.results); {
	case rows > 0 && terminal && len(one) > 0 && (sets > 1 || one[0].Process) && len(one) <= screen:
		tables, b.failures = []*report.Table{b.perSet(one)}, 1
	case !terminal, sets <= 1 && rows <= screen, rows <= few:
		tables = []*report.Table{b.table()}
	}
	if len(tables) == 0 || !terminal && len(rs) > 1 {
		t := Summary(rs)
		text := "Of each problem: PAR2 and rank (1-2: first or second)."
		if Unexpected(rs) > 0 {
			text = "Of each problem: PAR2, or a verdict and the sets accepted, and the rank (1-2: first or second)."
		}
		if terminal {
			text += fmt.Sprintf(" | cat shows all %d rows.", len(rs))
		}
		t.Notef("%s", text)
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
	unlimited := !slices.ContainsFunc(rs, func(r *results.Result) bool { return r.Limits.Time > 0 })
	other := slices.IndexFunc(b.results, func(other *results.Result) bool { return other.Solver != r.Solver })
	timed := map[bool]string{false: "total_ns", true: "time_ns"}[r.Process]
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "verdict"}, {Name: "passed"}, {Name: timed, Head: "time"},
		{Name: "of limit", Drop: 2, Data: unlimited}, {Name: "/ " + b.results[max(other, 0)].Solver, Data: other < 0},
		{Name: "nodes", Drop: 1, Data: r.Process},
	}}
	problem := r.Problem() + "/"
	for _, r := range rs {
		if !strings.HasPrefix(r.Set, problem) {
			problem = ""
		}
	}
	for _, r := range rs {
		tone := report.Good
		if !r.Accepted() {
			tone = report.Bad
		}
		time, share, ratio := timeOf(r.Time, r.Jobs > 1), report.None(), report.None()
		if r.Process {
			time = cpuTime(repeats(r))
		}
		if r.Limits.Time > 0 {
			share = report.Share(float64(total(r)) / float64(r.Limits.Time))
		}
		for _, other := range b.results {
			if other.Set == r.Set && other.Solver != r.Solver && other.Accepted() && r.Accepted() {
				ratio = report.Ratio(float64(total(r)) / float64(total(other)))
			}
		}
		t.Add(report.String(strings.TrimPrefix(r.Set, problem)), report.Marked(r.Verdict.String(), tone), outOf(r.Passed, r.Cases),
			time, share, ratio, report.Count(r.Nodes))
	}
	return t
}
