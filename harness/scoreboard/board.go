package scoreboard

import (
	"cmp"
	"fmt"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// Options are what a table of verdicts shows in addition to results, and which of them.
type Options struct {
	Notes   []string         // on the run as a whole
	Request *results.Request // that was judged: explain repeats it; nil: it is not known
	Stopped error            // in a file of the user's: what comes after it was not judged
	Filter  *report.Filter   // what is shown; nil: all. Its keys are /problem, /set, /solver, and the columns of Verdicts
	Slowest int              // so many of the slowest cases of each result are listed, too

	Open []results.Benchmark // that have no verdict, as an interrupt ended the judging
}

// Board is results as they are ranked. The order of its rows is set by set, in the order in which the sets first came; on
// a set, built-in solvers before programs, each in the order of package ranking.
type Board struct {
	Options
	all      []*results.Result // also those that the filter leaves out
	rows     []*row
	problems []*ranking.Group // ranked over the sets of each problem
}

// New ranks results.
func New(all []*results.Result, o Options) *Board {
	b := ranked(all, o)
	if o.Filter != nil {
		b = ranked(b.matching(func(*row) []judge.Verdict { return nil }), o)
	}
	b.all = all
	return b
}

// ranked ranks all results, whatever the filter says. Ranks are of accepted programs alone, so that no test is of others.
func ranked(all []*results.Result, o Options) *Board {
	b := &Board{Options: o, all: all}
	var sets []string
	for _, r := range all {
		sets = results.With(sets, r.Set)
	}
	sorted := slices.SortedStableFunc(slices.Values(all), func(x, y *results.Result) int {
		return cmp.Or(slices.Index(sets, x.Set)-slices.Index(sets, y.Set), number(x.Process)-number(y.Process), ranking.Compare(x, y))
	})
	ranks := map[*results.Result]ranking.Rank{}
	others := func(r *results.Result) bool { return !r.Process || !r.Accepted() }
	for _, g := range ranking.OrderResults(slices.DeleteFunc(slices.Clone(sorted), others), true) {
		for _, e := range g.Rows {
			if len(g.Rows) > 1 && g.Ranked(e) {
				ranks[e.On[g.Sets[0]].Results[0]] = e.Rank
			}
		}
	}
	for _, r := range sorted {
		b.rows = append(b.rows, newRow(r, best(sorted, r), ranks[r]))
	}
	b.problems = ranking.OrderResults(sorted, false)
	return b
}

// best returns the accepted result with the least time of those that compare with one: those on the same set, of the same
// shard and so of one machine, of solvers of this process or of programs.
func best(all []*results.Result, to *results.Result) *results.Result {
	best := to
	for _, r := range all {
		alike := r.Set == to.Set && r.Process == to.Process && r.Origin == to.Origin
		if alike && r.Accepted() && total(r) < total(best) {
			best = r
		}
	}
	return best
}

// matching returns the results that the filter matches, with their verdict or another one.
func (b *Board) matching(others func(*row) []judge.Verdict) (kept []*results.Result) {
	t := b.table()
	at := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Name == verdict.Name })
	for i, r := range b.rows {
		match := t.Match(b.Filter, i, r.Name("1"))
		for _, v := range others(r) {
			t.Rows[i][at] = report.String(v.String())
			match = match || t.Match(b.Filter, i, r.Name("1"))
		}
		if match {
			kept = append(kept, r.Result)
		}
	}
	return kept
}

// Matchable reports whether the filter matches a result, or would if its verdict were another one: -verdict:AC matches
// nothing where all is well, and a name with a typing error never does.
func (b *Board) Matchable() bool {
	every := func(*row) []judge.Verdict { return judge.Verdicts() }
	return b.Filter == nil || len(b.rows) > 0 || len(ranked(b.all, b.Options).matching(every)) > 0
}

// number returns 1 of what is true, for sorting.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Rejected returns the number of results whose verdict is not AC, of contestants that somebody asked for. What an
// interrupt ended has no verdict.
func Rejected(rs []*results.Result) (n int) {
	for _, r := range rs {
		n += number(failed(r) && !r.Unasked)
	}
	return n
}

// JudgeErrors counts the cases in which the judge itself failed.
func JudgeErrors(rs []*results.Result) (n int) {
	for _, r := range rs {
		n += r.Tally[judge.JudgeError]
	}
	return n
}

// limits returns the value of --limits; "" if it was not given, or is not known.
func (b *Board) limits() string {
	if b.Request == nil {
		return ""
	}
	return b.Request.Limits.String()
}

// has reports whether a condition is true of some row.
func (b *Board) has(is func(r *row) bool) bool { return slices.ContainsFunc(b.rows, is) }

// results returns the results of the rows.
func (b *Board) results() (all []*results.Result) {
	for _, r := range b.rows {
		all = append(all, r.Result)
	}
	return all
}

// caseName names a case of a result for people.
func caseName(r *results.Result, n, line int) string { return testset.CaseName(r.Set, r.File, n, line) }

// failed reports whether something other than an interrupt keeps a result from being accepted.
func failed(r *results.Result) bool {
	return r.Verdict != judge.Accepted && r.Verdict != judge.NotJudged
}

// passed says how many cases passed, of how many. If a file was interrupted after a full block, nobody knows how many
// more it has.
func passed(r *results.Result, of string) string {
	if r.Verdict == judge.NotJudged && r.File != "" && r.Cases%testset.BlockSize == 0 {
		return fmt.Sprint(r.Passed)
	}
	return fmt.Sprintf("%d%s%d", r.Passed, of, r.Cases)
}
