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

// Options choose which results a table of verdicts shows, and what it shows in addition.
type Options struct {
	Notes   []string         // on the run as a whole
	Request *results.Request // what was judged, so that a note can say how to explain a case; nil if this is not known
	Stopped error            // an error in a file of the user's: the cases after it were not judged
	Filter  *report.Filter   // nil: show all; its keys are /problem, /set, /solver, and the columns of Verdicts
	Slowest int              // list this many of the slowest cases of each result, too

	Open []results.Benchmark // without a verdict, because an interrupt ended the judging
}

// Board holds ranked results. Its rows are in the order of the sets, which is the order in which the sets first came.
// On a set, built-in solvers come before programs, each in the order of package ranking.
type Board struct {
	Options
	all      []*results.Result // includes results that the filter leaves out
	rows     []*row
	problems []*ranking.Group // for each problem, ranked over its sets
}

// New returns a board of the results that the filter matches, ranked among themselves.
func New(all []*results.Result, o Options) *Board {
	b := ranked(all, o)
	if o.Filter != nil {
		b = ranked(b.matching(func(*row) []judge.Verdict { return nil }), o)
	}
	b.all = all
	return b
}

// ranked orders and ranks all results, whatever the filter says. On a single set, only accepted programs are ranked,
// so that the statistical tests compare only these.
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
	programs := map[string]int{}
	for _, r := range sorted {
		programs[r.Set] += number(r.Process)
	}
	others := func(r *results.Result) bool { return !r.Process || !r.Accepted() }
	for _, g := range ranking.OrderResults(slices.DeleteFunc(slices.Clone(sorted), others), true) {
		for _, e := range g.Rows {
			if programs[e.On[g.Sets[0]].Results[0].Set] > 1 && g.Ranked(e) && !slices.ContainsFunc(g.Sets, b.openOn) {
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

// best returns the result with which a table compares the given result. Of all accepted results on the same set that
// took less time than the given result, it returns the fastest. If no such result exists, it returns the given result
// itself.
//
// Times of whole processes are compared only with times of whole processes, and times inside gridjudge only with times
// inside gridjudge. Both results must also come from the same shard, because shards may come from different machines.
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

// matching returns the results that the filter matches. The function others lists further verdicts for a row: the row
// is also kept if the filter would match it with one of them.
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

// Matchable reports whether the filter would match some result if the results had other verdicts. It helps to find
// misspelt names: a filter that matches nothing, whatever the verdicts are, probably contains a misspelt name. For
// example, if all results are accepted, the filter -verdict:AC matches nothing. Nevertheless, Matchable returns true
// for it, because it would match a result with the verdict WA.
func (b *Board) Matchable() bool {
	every := func(*row) []judge.Verdict { return judge.Verdicts() }
	return b.Filter == nil || len(b.rows) > 0 || len(ranked(b.all, b.Options).matching(every)) > 0
}

// number returns 1 for true and 0 for false, for sorting and counting.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Rejected counts the results whose verdict is not AC. It leaves out contestants that nobody asked for, and
// benchmarks that an interrupt ended, because these have no verdict.
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

// limits returns the value of --limits, or "" if it was not given or is not known.
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

// passed says how many cases passed, and how many there are. If an interrupt ended the judging of a file after a full
// block, nobody knows how many more cases it has.
func passed(r *results.Result, of string) string {
	if r.Verdict == judge.NotJudged && r.File != "" && r.Cases%testset.BlockSize == 0 {
		return fmt.Sprint(r.Passed)
	}
	return fmt.Sprintf("%d%s%d", r.Passed, of, r.Cases)
}
