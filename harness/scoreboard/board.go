package scoreboard

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
)

// Options are what a table of verdicts shows in addition to results.
type Options struct {
	Notes   []string          // on the run as a whole
	All     []*results.Result // before a filter; nil: there was none
	Request *results.Request  // that was judged: explain repeats it; nil: it is not known
	Stopped error             // in a file of the user's: what comes after it was not judged

	Open []results.Benchmark // that have no verdict, as an interrupt ended the judging
}

// board is results in the order of the table: set by set in the order in which the sets first came; on a set, built-in
// solvers before programs, each group in the order of package ranking.
type board struct {
	Options
	results []*results.Result
	ranks   map[*results.Result]ranking.Rank // of accepted programs on sets that have several

	problems []*ranking.Group // ranked over the sets of each problem, for Summary and the last lines

	style    report.Style // a width: on a terminal
	failures int          // so many are shown
}

func newBoard(rs []*results.Result, o Options) *board {
	b := &board{Options: o, ranks: map[*results.Result]ranking.Rank{}, failures: len(rs)}
	var sets []string
	for _, r := range rs {
		sets = results.With(sets, r.Set)
	}
	for _, g := range ranking.OrderResults(rs, true) {
		for _, row := range g.Rows {
			b.results = append(b.results, row.On[g.Sets[0]].Results...)
		}
	}
	others := func(r *results.Result) bool { return !r.Process || !r.Accepted() }
	// The order is that of all. Ranks are of accepted programs alone, so that no test is of the others.
	for _, g := range ranking.OrderResults(slices.DeleteFunc(slices.Clone(rs), others), true) {
		for _, row := range g.Rows {
			if len(g.Rows) > 1 && g.Ranked(row) {
				b.ranks[row.On[g.Sets[0]].Results[0]] = row.Rank
			}
		}
	}
	slices.SortStableFunc(b.results, func(x, y *results.Result) int {
		return cmp.Or(slices.Index(sets, x.Set)-slices.Index(sets, y.Set), number(x.Process)-number(y.Process))
	})
	b.problems = ranking.OrderResults(b.results, false)
	return b
}

// whole returns all results: those before a filter.
func (b *board) whole() []*results.Result {
	if b.All != nil {
		return b.All
	}
	return b.results
}

// number returns 1 of what is true, for sorting.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Filter returns the results that match f. The keys of f are /problem, /set, /solver, and the columns of Verdicts.
func Filter(rs []*results.Result, f *report.Filter) (kept []*results.Result) {
	b := newBoard(rs, Options{})
	t := b.table()
	for i, r := range b.results {
		if t.Match(f, i, r.Name("1")) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Matchable reports whether f matches a result, or would if its verdict were another one: -verdict:AC matches nothing where
// all is well, and a name with a typing error never does.
func Matchable(rs []*results.Result, f *report.Filter) bool {
	b := newBoard(rs, Options{})
	t := b.table()
	verdict := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Name == "verdict" })
	for i, r := range b.results {
		for _, v := range judge.Verdicts() {
			t.Rows[i][verdict] = report.String(v.String())
			if t.Match(f, i, r.Name("1")) {
				return true
			}
		}
	}
	return false
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

// jobs returns how many cases were judged at a time.
func (b *board) jobs() (most int) {
	for _, r := range b.results {
		most = max(most, r.Jobs)
	}
	return most
}

// total returns the time of one pass: of a program the median processor time of its repeats.
func total(r *results.Result) time.Duration {
	if r.Process {
		return time.Duration(repeats(r).Center)
	}
	return r.Time
}

// repeats returns the median processor time of the repeats of a program, whatever their verdict, with its interval.
func repeats(r *results.Result) stats.Interval { return stats.Median(r.PassTimes()) }

// caseName names a case of a result for people.
func caseName(r *results.Result, n, line int) string { return testset.CaseName(r.Set, r.File, n, line) }

// failed reports whether something other than an interrupt keeps a result from being accepted.
func failed(r *results.Result) bool {
	return r.Verdict != judge.Accepted && r.Verdict != judge.NotJudged
}

// timeOf returns the cell of a time. One that was taken together with others has a mark.
func timeOf(d time.Duration, disturbed bool) report.Cell {
	c := report.Time(d)
	if disturbed {
		c.Text = "~" + c.Text
	}
	return c
}

// passed says how many cases passed, of how many. If a file was interrupted after a full block, nobody knows how many
// more it has.
func passed(r *results.Result, of string) string {
	if r.Verdict == judge.NotJudged && r.File != "" && r.Cases%testset.BlockSize == 0 {
		return fmt.Sprint(r.Passed)
	}
	return fmt.Sprintf("%d%s%d", r.Passed, of, r.Cases)
}
