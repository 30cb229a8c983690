package scoreboard

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// A set that cannot be loaded is JE, and never hidden.
func TestJudgeErrors(t *testing.T) {
	r := accepted("p/gone", "right", 0)
	r.Verdict, r.Passed, r.Tally = judge.JudgeError, 0, judge.Tally{judge.JudgeError: 1}
	r.Facts = judge.Facts{JudgeError: "its digest is wrong"}
	all := []*results.Result{r}
	assert.Equal(t, 1, JudgeErrors(all))
	assert.Equal(t, 1, Rejected(all))
	out := rendered(t, New(all, Options{}).Verdicts(), report.Text, 0)
	assert.Contains(t, out, "JE right p/gone: its digest is wrong")
	assert.Contains(t, out, "Verdicts: 1, of which 1 not as expected.")
}

// Results are in the order of the sets. On a set, solvers come before programs, and each group has its own ratios.
func TestProgramsAreKeptApart(t *testing.T) {
	table := New([]*results.Result{
		accepted("p/first", "slow", 4e6), accepted("p/first", "fast", 2e6), accepted("p/second", "fast", 1e6),
		repeated("p/first", "program", 1), repeated("p/first", "script", 3),
	}, Options{}).Verdicts()
	var names []string
	var ratios []any
	for _, row := range table.Rows {
		names = append(names, fmt.Sprint(row[0].Value, " ", row[1].Value))
		ratios = append(ratios, row[16].Value)
	}
	assert.Equal(t, []string{"p/first fast", "p/first slow", "p/first program", "p/first script", "p/second fast"}, names)
	assert.Equal(t, "ratio", table.Columns[16].Name)
	assert.Equal(t, []any{1.0, 2.0, 1.0, 3.0, 1.0}, ratios)
}

// Shards may have been judged on different machines, so their times have no ratio.
func TestTimesOfDifferentShardsHaveNoRatio(t *testing.T) {
	here, there := accepted("p/x", "here", 4e6), accepted("p/x", "there", 2e6)
	there.Origin = 1
	for _, row := range New([]*results.Result{here, there}, Options{}).Verdicts().Rows {
		assert.Equal(t, 1.0, row[16].Value, "each is the best of its machine")
	}
	for _, row := range New([]*results.Result{here, there}, Options{}).summary().Rows {
		assert.Len(t, strings.Fields(row[1].Text), 2, "and has no rank")
	}
}

// A margin is computed from the time that was judged. If something else ended the run, there is no margin.
func TestMarginOfARunThatEndedOtherwise(t *testing.T) {
	for _, c := range []struct {
		verdict judge.Verdict
		total   time.Duration
		want    string
	}{
		{judge.Accepted, time.Second, "2.00x"}, {judge.TimeLimit, 4 * time.Second, "0.50x"},
		{judge.TimeLimit, time.Millisecond, ""}, {judge.RuntimeError, time.Millisecond, ""}, {judge.WrongAnswer, time.Second, ""},
	} {
		r := accepted("p/x", "s", c.total)
		r.Verdict, r.Limits.Time = c.verdict, 2*time.Second
		table := New([]*results.Result{r}, Options{}).Verdicts()
		require.Equal(t, "margin", table.Columns[18].Name)
		assert.Equal(t, c.want, table.Rows[0][18].Text, "%v", c)
		assert.Equal(t, 2*time.Second, table.Rows[0][17].Value, "the limit stays")
	}
	r := accepted("p/x", "s", 4*time.Second)
	r.Limits.Time, r.Limits.Case, r.Max = 100*time.Second, time.Second, 800*time.Millisecond
	assert.Equal(t, "1.25x", New([]*results.Result{r}, Options{}).Verdicts().Rows[0][18].Text, "that of the case that is nearest to its limit")
}

// If a run was ended at its time limit, its time and its margin are bounds.
func TestTheTimeOfWhatWasKilledIsABound(t *testing.T) {
	r := accepted("p/x", "s", 4*time.Second)
	r.Verdict, r.Limits.Time, r.Facts = judge.TimeLimit, 2*time.Second, judge.Facts{Ran: true, BuiltIn: true, Wall: r.Time, Killed: sandbox.KilledCPU}
	out := rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0)
	assert.Regexp(t, `TLE .* > 4\.000 s .* < 0\.50x`, out)
	assert.Contains(t, rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.CSV, 0), ",0.5,", "the figure itself stays")
	r.Facts.Killed, r.Tally = sandbox.NotKilled, judge.Tally{judge.TimeLimit: 1, judge.NotJudged: 3}
	assert.Contains(t, rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "> 4.000 s", "of one case of four")
	r.P50, r.P99, r.Max = time.Second, 4*time.Second, 4*time.Second
	assert.Equal(t, 3, strings.Count(rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "> 4.000 s"), "total, p99 and the slowest case")
}

// TestFiguresOfWhatWasStoppedAreBounds checks that figures of a stopped run are marked as bounds, for people and for
// other software, whatever the verdict and its reason are. Here one case is wrong, and a later one was killed.
func TestFiguresOfWhatWasStoppedAreBounds(t *testing.T) {
	r := process(rejected("poj3074/easy", "mine", 1, 1, 3, "no"))
	r.Time, r.P50, r.P99, r.Max, r.Facts.PeakRSS = 6*time.Second, time.Second, 4*time.Second, 5*time.Second, 3<<20
	r.PerCase, r.Slowest = true, []judge.Slow{{Case: 2, Time: 5 * time.Second, Stopped: true}, {Case: 1, Time: time.Second}}
	bounds := func() (signs, texts []any) {
		table := New([]*results.Result{r}, Options{}).Verdicts()
		for i, c := range table.Columns {
			switch c.Name {
			case "time_bound", "median_bound", "p99_bound", "max_bound", "peak_bound":
				signs = append(signs, table.Rows[0][i].Value)
			case "cpu_ns", "median_ns", "p99_ns", "max_ns", "peak_rss_bytes":
				texts = append(texts, strings.HasPrefix(table.Rows[0][i].Text, "> "))
			}
		}
		return signs, texts
	}
	signs, texts := bounds()
	assert.Equal(t, []any{nil, nil, nil, nil, nil}, signs)
	assert.Equal(t, []any{false, false, false, false, false}, texts)
	r.Stopped, r.P99AtLeast = true, true
	signs, texts = bounds()
	assert.Equal(t, []any{"at least", nil, "at least", "at least", "at least"}, signs, "the median is known")
	assert.Equal(t, []any{false, true, true, true, true}, texts)
	r.P50AtLeast = true
	signs, _ = bounds()
	assert.NotContains(t, signs, nil)

	slowest := New([]*results.Result{r}, Options{Slowest: 2}).SlowestCases()
	assert.Equal(t, []any{"at least", nil}, []any{slowest.Rows[0][7].Value, slowest.Rows[1][7].Value})
	assert.Equal(t, []string{"> 5.000 s", "1.000 s"}, []string{slowest.Rows[0][4].Text, slowest.Rows[1][4].Text})
}

// TestTimesOfCasesSayOfHowManyTheyAre: if a time limit ended the pass, a sign says how many cases the quantiles are
// of, because the times of the other cases are not known.
func TestTimesOfCasesSayOfHowManyTheyAre(t *testing.T) {
	r := accepted("p/x", "s", 4*time.Second)
	r.Verdict, r.Cases, r.P50, r.P99, r.Max = judge.TimeLimit, 1000, time.Millisecond, time.Second, 2*time.Second
	r.Facts = judge.Facts{Ran: true, BuiltIn: true, Wall: r.Time}
	r.Tally = judge.Tally{judge.Accepted: 48, judge.TimeLimit: 1, judge.NotJudged: 951}
	assert.Contains(t, rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "49 of 1,000")
	r.Tally = judge.Tally{judge.Accepted: 999, judge.TimeLimit: 1}
	assert.NotContains(t, rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "of 1,000.")
}

// TestLastWordsHaveLinesOfTheirOwn: they come below the reason, even if the answer is missing.
func TestLastWordsHaveLinesOfTheirOwn(t *testing.T) {
	r := process(rejected("poj3074/easy", "mine", 1, 0, 1, "there is no answer"))
	r.Facts.LastWords = "\nProcesses were left."
	assert.Contains(t, rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "there is no answer\n    Processes were left.\n")
}

// TestKeepGoingNamesWhomItDoesNotConcern: a process that has all cases ends with the first late one.
func TestKeepGoingNamesWhomItDoesNotConcern(t *testing.T) {
	whole, apart := process(accepted("poj3074/easy", "whole", 1e6)), process(accepted("poj3074/easy", "apart", 1e6))
	apart.PerCase = true
	solver := accepted("poj3074/easy", "solver", 1e6)
	said := func(keepGoing bool, rs ...*results.Result) string {
		return rendered(t, New(rs, Options{Request: &results.Request{Settings: results.Settings{KeepGoing: keepGoing}}}).Verdicts(), report.Text, 0)
	}
	assert.Contains(t, said(true, solver, apart, whole), "--keep-going has no effect on whole:")
	assert.NotContains(t, said(true, solver, apart), "no effect")
	assert.NotContains(t, said(false, whole), "no effect")
}

func TestFailuresAreNamedBelowTheTable(t *testing.T) {
	wrong := rejected("p/x", "wrong", 2, 1, 2, "not what the case asks for")
	declared := rejected("p/x", "declared", 1, 1, 2, "known")
	late := accepted("p/x", "late", 1500*time.Millisecond)
	late.Verdict, late.Passed, late.Facts = judge.TimeLimit, 0, judge.Facts{Ran: true, BuiltIn: true, Wall: late.Time}
	cut := accepted("p/x", "cut", 0)
	cut.Verdict, cut.Passed, cut.Tally = judge.NotJudged, 0, judge.Tally{judge.NotJudged: 1}
	unread := *cut
	unread.Solver, unread.File, unread.Passed, unread.Cases = "unread", "x", 5, testset.BlockSize
	unread.Tally = judge.Tally{judge.Accepted: 5, judge.NotJudged: testset.BlockSize - 5}
	out := rendered(t, New([]*results.Result{wrong, declared, late, cut, &unread}, Options{Notes: []string{"a note of the run"}}).Verdicts(), report.Text, 0)
	assert.Contains(t, out, "\nWA wrong p/x#2: not what the case asks for [1 AC, 1 WA]\n")
	assert.Contains(t, out, "\nWA declared p/x#1: known [1 AC, 1 WA]\n")
	assert.Contains(t, out, "over the limit of 1s\n    It would be within 1.5 times the limit")
	assert.Contains(t, out, "\na note of the run\n")
	assert.Regexp(t, `(?m)^p/x +unread +- +5 `, out, "of a number that is not known")
	known := *cut
	known.Passed, known.Cases = 5, 2*testset.BlockSize
	assert.Equal(t, "5/32768", passed(&known, "/"), "a set of the corpus is known, whatever its size is")
	assert.Contains(t, out, "Interrupted, so no verdict: unread on p/x after 5 cases; cut on p/x after 0 of 1 cases.")
	assert.Equal(t, 3, Rejected([]*results.Result{wrong, declared, late, cut, &unread}))
	assert.Contains(t, out, "Verdicts: 3, of which 3 not as expected.", "what was interrupted has none")
	late.Unasked = true
	assert.Equal(t, 2, Rejected([]*results.Result{wrong, declared, late}), "what nobody named is no fault")
	assert.Contains(t, rendered(t, New([]*results.Result{cut}, Options{}).Verdicts(), report.Text, 0), "Nothing was judged to its end.")
}

func TestFilterTakesColumnsAndKeys(t *testing.T) {
	all := []*results.Result{accepted("p/x", "a", 1e6), rejected("p/y", "a", 1, 0, 1, "no"), accepted("q/x", "b", 1e6)}
	for query, want := range map[string]int{"/problem:p": 2, "/set:x": 2, "verdict:AC /solver:a": 1, "-verdict:AC": 1} {
		f, err := report.ParseFilter(query)
		require.NoError(t, err)
		b := New(all, Options{Filter: f})
		assert.Len(t, b.rows, want, query)
		out := rendered(t, b.Verdicts(), report.Text, 0)
		assert.Contains(t, out, fmt.Sprintf("The filter leaves %d of 3 verdicts.\n", want))
		assert.Contains(t, out, "Verdicts: 3, of which 1 not as expected.", "the counts stay those of all")
	}
	for query, want := range map[string]bool{"verdict:TLE": true, "/solver:a -verdict:(AC OR WA)": true, "/solver:typo": false, "/solver:b /set:y": false} {
		f, err := report.ParseFilter(query)
		require.NoError(t, err)
		b := New(all, Options{Filter: f})
		assert.Empty(t, b.rows)
		assert.Equal(t, want, b.Matchable(), query)
	}
	none, err := report.ParseFilter(`reason:"line 1, column 2: x"`)
	require.NoError(t, err, "a value may have a colon")
	out := rendered(t, New(all, Options{Filter: none}).Verdicts(), report.Text, 0)
	assert.Contains(t, out, "The filter leaves 0 of 3 verdicts.\nIts keys are ")
}

func TestRanksOfPrograms(t *testing.T) {
	fast := repeated("p/s", "fast", 10, 13, 11, 12, 10, 13, 11, 12)
	alike := repeated("p/s", "alike", 11, 12, 12, 11, 11, 12, 12, 11)
	slow := repeated("p/s", "slow", 30, 30, 31, 31, 32, 32, 33, 33)
	wrong := repeated("p/s", "wrong", 1, 1, 1, 1, 1, 1, 1, 1)
	wrong.Verdict, wrong.Passed = judge.WrongAnswer, 0
	all := []*results.Result{fast, alike, slow, wrong}
	for i := range 8 { // solvers have no ranks, so their pairs are not among the comparisons
		all = append(all, accepted("p/s", fmt.Sprintf("s%d", i), time.Second))
	}
	ranks := map[any]any{}
	for _, row := range New(all, Options{}).Verdicts().Rows[8:] {
		ranks[row[1].Value] = row[25].Value
	}
	assert.Equal(t, map[any]any{"fast": "1-2", "alike": "1-2", "slow": "3", "wrong": nil}, ranks)
	one := New([]*results.Result{fast}, Options{}).Verdicts()
	assert.Nil(t, one.Rows[0][25].Value, "one program has no rank")
	beside := New([]*results.Result{fast, wrong}, Options{}).Verdicts()
	assert.Equal(t, []any{"1", nil}, []any{beside.Rows[0][25].Value, beside.Rows[1][25].Value}, "the only accepted one of two is first")
	fast.Start = 9 * time.Millisecond
	rows := New([]*results.Result{fast, slow}, Options{}).Verdicts().Rows
	assert.Equal(t, []any{"1", "2"}, []any{rows[0][25].Value, rows[1][25].Value}, "mostly a start, and ahead all the same")
}

func TestTheRatioOfRepeatsIsThatOfTheRanking(t *testing.T) {
	rs := []*results.Result{repeated("p/x", "dlx", 10, 20, 30, 40, 50, 60), repeated("p/x", "mine", 5, 5, 5, 40, 40, 40)}
	assert.Contains(t, shownOn(t, rs, Options{}, 200), "0.58x", "a row for each set")
	assert.Contains(t, exact(t, New(rs, Options{}).Verdicts(), 1, "ratio")[0], "1.732")
}

func TestRanksOfFewRepeatsAreNotSettled(t *testing.T) {
	out := rendered(t, New([]*results.Result{repeated("p/s", "good", 68), repeated("p/s", "other", 103)}, Options{}).Verdicts(), report.Text, 0)
	assert.Regexp(t, `good .* 1-2\n`, out)
	out = rendered(t, New([]*results.Result{
		repeated("p/s", "good", 68, 68, 69, 69, 70, 70), repeated("p/s", "other", 103, 103, 104, 104, 105, 105),
	}, Options{}).Verdicts(), report.Text, 0)
	assert.Regexp(t, `good .* ±2 % .* 1\n`, out)
}

func TestSlowestCases(t *testing.T) {
	r := accepted("p/x", "a", 30)
	r.File = "in.txt"
	r.Slowest = []judge.Slow{{Case: 3, Line: 7, Verdict: judge.Accepted, Time: 20, First: 24, Nodes: 5}, {Case: 1, Line: 1, Verdict: judge.Accepted, Time: 10}}
	whole := accepted("p/x", "batch", 1)
	whole.Whole = true
	out := rendered(t, New([]*results.Result{r, whole, repeated("p/x", "program", 1)}, Options{Slowest: 1}).SlowestCases(), report.Text, 0)
	assert.Regexp(t, `p/x +a +in\.txt#3 \(line 7\) +AC +20 ns +80\.0 % +5\n`, out, "the least time, and the share of the pass that has the total")
	assert.NotContains(t, out, "in.txt#1 ")
	r.Solutions, r.Slowest[0].Solutions = 5, 2
	assert.Regexp(t, `in\.txt#3 .* 5 +2\n`, rendered(t, New([]*results.Result{r}, Options{Slowest: 1}).SlowestCases(), report.Text, 0), "as many as there are, not as were asked for")
	assert.Contains(t, out, "batch: all cases in one call")
	assert.Contains(t, out, "program: one process for all cases")
}

// TestRepeatsOfAProgramHaveColumns: the median with its interval, the least and the greatest time.
func TestRepeatsOfAProgramHaveColumns(t *testing.T) {
	rs := []*results.Result{repeated("p/a", "mine", 10, 11, 12, 13, 14, 17), repeated("p/a", "once", 20)}
	table := New(rs, Options{}).Verdicts()
	assert.Regexp(t, `cpu +least +greatest(?s:.*)12.50 ms ±3[67] % +10.00 ms +17.00 ms`, rendered(t, table, report.Text, 0))
	assert.Equal(t, []string{"12500000", "10000000", "17000000", "10000000", "17000000"},
		exact(t, table, 0, "cpu_ns", "cpu_min_ns", "cpu_max_ns", "cpu_low_ns", "cpu_high_ns"))
	assert.Equal(t, []string{"20000000", "20000000", "20000000", "", ""},
		exact(t, table, 1, "cpu_ns", "cpu_min_ns", "cpu_max_ns", "cpu_low_ns", "cpu_high_ns"), "a single run has no interval")
	table = New(rs[1:], Options{}).Verdicts()
	assert.NotContains(t, rendered(t, table, report.Text, 0), "least", "one figure is enough for one run")
	assert.Equal(t, []string{"20000000"}, exact(t, table, 0, "cpu_min_ns"))
}

// exact returns the values of columns of a row, as CSV has them.
func exact(t *testing.T, table *report.Table, row int, columns ...string) (out []string) {
	lines, err := csv.NewReader(strings.NewReader(rendered(t, table, report.CSV, 0))).ReadAll()
	require.NoError(t, err)
	for _, name := range columns {
		out = append(out, lines[row+1][slices.Index(lines[0], name)])
	}
	return out
}

// TestThePeakOfAProgramThatWasEnded: if a program was ended, its peak is only a lower bound of the memory that it
// needs, whatever the cause.
func TestThePeakOfAProgramThatWasEnded(t *testing.T) {
	for _, cause := range []sandbox.Cause{sandbox.NotKilled, sandbox.KilledMemory, sandbox.KilledCPU, sandbox.KilledWall, sandbox.KilledTasks} {
		r := rejected("poj3074/easy", "mine", 1, 0, 1, "")
		r.Process, r.Facts.Killed, r.Facts.PeakRSS = true, cause, 66<<20
		cell := newRow(r, r, ranking.Rank{}).peak.cell
		assert.Equal(t, cause != sandbox.NotKilled, strings.HasPrefix(cell.Text, "> "), "%q: %s", cause, cell.Text)
		assert.Equal(t, report.Bytes(66<<20).Value, cell.Value)
	}
}
