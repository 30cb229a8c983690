package scoreboard

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// shownOn renders a board for a terminal or a pipe.
func shownOn(t *testing.T, rs []*results.Result, o Options, width int) string {
	style := report.Style{Width: width}
	var out strings.Builder
	require.NoError(t, report.Render(&out, report.Text, style, New(rs, o).Tables(style)...))
	return out.String()
}

// process makes a result the result of a program.
func process(r *results.Result) *results.Result {
	r.Process = true
	return r
}

// TestATerminalIsNotFilled: the table and all notes fit 24 lines of 80 columns, both for one program that fails
// everywhere and for many solvers.
func TestATerminalIsNotFilled(t *testing.T) {
	var one, many []*results.Result
	for i := range 12 {
		set := fmt.Sprintf("poj3074/adversarial-dlx-struct-repaired%d", i)
		wrong := rejected(set, "mine", 3, 999, 1000, fmt.Sprintf("case 3: expected 9, got 1: row 5, column 5: the given 9 became %d", i))
		wrong.Facts.Finding.Line, wrong.Facts.Finding.Column = 3, 41
		one = append(one, process(wrong), process(accepted(set, "dlx", time.Second)))
	}
	for _, problem := range []string{"poj3074", "poj3076", "sudoku4", "sudoku25"} {
		for i := range 9 {
			many = append(many, accepted(problem+"/easy", fmt.Sprintf("dlx-struct-solver%d", i), time.Duration(i+1)*time.Millisecond),
				accepted(problem+"/hard", fmt.Sprintf("dlx-struct-solver%d", i), time.Duration(i+1)*time.Millisecond))
		}
	}
	for note, rs := range map[string][]*results.Result{
		"Programs are not judged on poj3074/invalid, which no statement promises.": one,
		"Not judged, because they take none of these sets: bitboard, sliced.":      many,
	} {
		out := shownOn(t, rs, Options{Notes: []string{note}, Request: &results.Request{Exec: []string{"mine=./a.out"}}}, 80)
		assert.LessOrEqual(t, strings.Count(out, "\n"), 24, "%s", out)
		for line := range strings.Lines(out) {
			assert.LessOrEqual(t, len([]rune(line)), 81, line)
		}
		whole := shownOn(t, rs, Options{}, 0)
		for _, r := range rs {
			assert.Regexp(t, r.Set+` +`+r.Solver, whole, "a pipe gets every row")
		}
	}
}

func TestWhatATerminalShows(t *testing.T) {
	var sets []*results.Result
	for i := range screen + 1 {
		sets = append(sets, accepted(fmt.Sprintf("p/%d", i), "a", 1e6))
	}
	assert.Contains(t, shownOn(t, sets[:screen], Options{}, 80), "margin  nodes", "one contestant has a row for each set")
	out := shownOn(t, sets, Options{}, 80)
	assert.Contains(t, out, "15.00 ms", "of more sets than fit it has the sum")
	assert.Contains(t, out, "Verdicts: 15, all as expected (| cat shows every row).")
	assert.Contains(t, shownOn(t, sets[:1], Options{}, 80), "updates", "one set has all figures")
	late := rejected("p/y", "b", 1, 0, 1, "no")
	late.Jobs = 2
	assert.Contains(t, shownOn(t, append(sets, late), Options{}, 80), "WA 0/1")
	assert.Contains(t, shownOn(t, sets, Options{Open: make([]results.Benchmark, 2)}, 80), "Verdicts: 15 of 17, all as expected")
	assert.Contains(t, shownOn(t, nil, Options{}, 80), "Nothing was judged to its end.")
}

func TestTheLastLineSaysWhatBecameOfAProgram(t *testing.T) {
	pair := func(set string, mine *results.Result) []*results.Result {
		return []*results.Result{process(mine), repeated(set, "dlx", 10, 10, 10, 10, 10, 10)}
	}
	last := func(o Options, rs ...*results.Result) string {
		out := strings.TrimSpace(shownOn(t, rs, o, 0))
		return out[strings.LastIndexByte(out, '\n')+1:]
	}
	right := pair("poj3074/easy", repeated("poj3074/easy", "mine", 8, 8, 8, 9, 9, 9))
	assert.Equal(t, "mine: Accepted on poj3074/easy; as a process 0.85x the time of dlx (0.80 to 0.90).", last(Options{}, right...))

	two := append(right, pair("poj3074/hard", repeated("poj3074/hard", "mine", 8, 8, 8, 9, 9, 9))...)
	open := Options{Open: []results.Benchmark{{Set: "poj3074/a", Solver: "mine"}, {Set: "poj3074/b", Solver: "mine"}, {Set: "poj3074/b", Solver: "dlx"}}}
	assert.Equal(t, "mine: Accepted on 2 of 4 sets; 2 not judged; as a process 0.85x the time of dlx (0.80 to 0.90) "+
		"for the 2 sets of poj3074 together.", last(open, two...))
	open.Open = append(open.Open, results.Benchmark{Set: "poj3074/hard", Solver: "third"})
	assert.Equal(t, "mine: Accepted on 2 of 4 sets; 2 not judged.", last(open, two...), "without a winner on a set that was not finished")
	assert.Contains(t, last(Options{}, two...), "mine: Accepted on all 2 judged sets of poj3074;")
	other := process(accepted("hust1017/easy", "mine", 1))
	assert.Contains(t, last(Options{}, append(two, other)...), "mine: Accepted on all 3 judged sets;")

	right[0].PerCase = true
	assert.Contains(t, last(Options{}, right...), "run once per case")
	single := process(accepted("luogu4929/easy", "mine", 1))
	single.PerCase = true
	assert.NotContains(t, last(Options{}, single), "once per case", "as Luogu does")

	right[0].Facts.Finding = cases.Finding{Match: cases.Right, Line: 1, Column: 82}
	assert.Contains(t, shownOn(t, right, Options{}, 0), "line 1, column 82 on poj3074/easy (with --strict: PE)")

	wrong := rejected("poj3074/many", "mine", 3, 19, 20, "case 3: expected 9, got 1")
	wrong.Facts.Finding.Line, wrong.Facts.Finding.Column = 3, 41
	explain := Options{Request: &results.Request{Exec: []string{"mine=./a.out"}}}
	mixed := append(pair("poj3074/many", wrong), pair("poj3074/easy", repeated("poj3074/easy", "mine", 8))...)
	assert.Equal(t, "mine: Wrong Answer on 1 of 2 sets; first failure at poj3074/many#3 (line 3, column 41 of its output): "+
		"gridjudge explain --exec mine=./a.out poj3074/many#3", last(explain, mixed...))
	easy, err := report.ParseFilter("/set:easy")
	require.NoError(t, err)
	assert.Contains(t, last(Options{Filter: easy}, mixed...), "mine: Wrong Answer on 1 of 2 sets", "what a filter leaves out counts")
	assert.Equal(t, "mine: Wrong Answer; first failure at poj3074/many#3 (line 3, column 41 of its output).", last(Options{}, pair("poj3074/many", wrong)...))
	late := rejected("poj3074/many", "mine", 3, 19, 20, "case 3: expected 9, got 1")
	late.Verdict = judge.TimeLimit
	assert.Contains(t, last(explain, append(pair("poj3074/easy", wrong), pair("poj3074/many", late)...)...),
		"mine: not accepted on 2 of 2 sets;", "two verdicts")
	wrong.File = "<stdin>"
	assert.NotContains(t, last(explain, pair("poj3074/many", wrong)...), "explain", "what came from standard input is gone")

	cut := accepted("poj3074/easy", "mine", 0)
	cut.Verdict, cut.Passed = judge.NotJudged, 0
	assert.NotContains(t, last(Options{}, pair("poj3074/easy", cut)...), "mine:", "nothing is known yet")
}

// TestAProgramWithTheNameOfAReference: if it is judged alone, it has a line and a table of its own.
func TestAProgramWithTheNameOfAReference(t *testing.T) {
	alone := []*results.Result{process(accepted("poj3074/easy", "dlx", 1e6)), process(accepted("poj3074/hard", "dlx", 1e6))}
	out := shownOn(t, alone, Options{}, 80)
	assert.Contains(t, out, "\nhard  AC")
	assert.NotContains(t, out, "/ dlx", "it is compared with nobody")
	assert.Contains(t, out, "\ndlx: Accepted on all 2 judged sets of poj3074.\n")
	both := append(alone, process(accepted("poj3074/easy", "links", 2e6)))
	assert.Contains(t, shownOn(t, both, Options{}, 0), "\nlinks: Accepted on poj3074/easy; as a process 2.00x the time of dlx.")
}

// A terminal shows few reasons. The reason of the user's program must be among them, even if the reference fails,
// too.
func TestTheReasonOfTheProgramIsShownFirst(t *testing.T) {
	var rs []*results.Result
	for _, set := range []string{"p/a", "p/b"} {
		for _, name := range []string{"dlx", "mine"} {
			rs = append(rs, process(rejected(set, name, 1, 0, 1, "the reason of "+name)))
		}
	}
	out := shownOn(t, rs, Options{}, 80)
	assert.Contains(t, out, "the reason of mine")
	assert.NotContains(t, out, "the reason of dlx")
}

func TestTheHeadOfARatioNamesTheReference(t *testing.T) {
	pair := func(set, reference string) []*results.Result {
		return []*results.Result{process(accepted(set, "mine", 1e6)), process(accepted(set, reference, 2e6))}
	}
	cover, grid := pair("hust1017/exact", "links"), pair("poj3074/easy", "dlx")
	assert.Contains(t, shownOn(t, cover, Options{}, 80), "/ links\n")
	assert.Contains(t, shownOn(t, grid, Options{}, 80), "/ dlx\n")
	assert.Contains(t, shownOn(t, append(grid, cover...), Options{}, 80), "/ dlx, links\n")
}

func TestOneReasonIsSaidOnce(t *testing.T) {
	var rs []*results.Result
	for i := range 3 {
		r := process(accepted(fmt.Sprintf("p/%d", i), "py", 0))
		r.Verdict, r.Passed, r.Facts = judge.RuntimeError, 0, judge.Facts{Ran: true, Exit: 127, LastWords: "\nno such file"}
		rs = append(rs, r)
	}
	out := shownOn(t, rs, Options{}, 0)
	assert.Equal(t, 1, strings.Count(out, "no such file"))
	assert.Contains(t, out, "RE py p/0 and 2 more: exit status 127\n    no such file\n")
}

func TestAFileThatEndsInAnErrorIsNotAsExpected(t *testing.T) {
	out := shownOn(t, solved("p", "a", 10), Options{Stopped: errors.New("in.txt:3:3: 'q' is not in the alphabet")}, 0)
	assert.NotContains(t, out, "as expected")
	assert.Contains(t, out, "Reading stopped at in.txt:3:3: 'q' is not in the alphabet: only the cases before are judged.")
}

func TestACompileErrorHasNoInterval(t *testing.T) {
	r := repeated("p/x", "broken", 0, 0, 0, 0, 0, 0)
	r.Verdict, r.Passed, r.Facts = judge.CompileError, 0, judge.Facts{BuildFailed: "no"}
	for _, width := range []int{0, 80} {
		out := shownOn(t, []*results.Result{r, repeated("p/x", "good", 1, 1, 1, 1, 1, 1)}, Options{}, width)
		require.Contains(t, out, "CE")
		assert.NotContains(t, out, "NaN")
		assert.NotRegexp(t, `(?m)^.*broken.*\b0 (ns|B)`, out, "nothing ran")
	}
}

// If a solver does not solve a file, its claims about the file are not shown as facts.
func TestUnprovenClaimsAreNotTold(t *testing.T) {
	r := &results.Result{Benchmark: results.Benchmark{Set: "poj3074/mine.txt", Solver: "dlx"}, File: "mine.txt"}
	r.Verdict, r.Cases, r.Unsolvable = judge.Accepted, 5, 4
	assert.Len(t, unusual(r), 1)
	r.Verdict = judge.WrongAnswer
	assert.Empty(t, unusual(r))
}

// An abandoned solver continues to run, so the times after it cannot be trusted.
func TestAnAbandonedSolverIsNamed(t *testing.T) {
	r := rejected("poj3074/hard", "stuck", 1, 0, 5, "")
	says := func() bool {
		return strings.Contains(rendered(t, New([]*results.Result{r}, Options{}).Verdicts(), report.Text, 0), "disturbs")
	}
	assert.False(t, says())
	r.Facts.Abandoned = 2 * time.Second
	assert.True(t, says())

	run := mixed()
	_, notes := shownBelow(t, results.UnitWall, run)
	assert.NotContains(t, notes, "disturbs")
	run.Results[4].Facts.Abandoned = 2 * time.Second
	_, notes = shownBelow(t, results.UnitWall, run)
	assert.Contains(t, notes, "wrong on p/a was abandoned", "tables of times, which it has disturbed")
}

// TestTheLegendIsOfTheColumnsThatAreShown: the legend explains exactly the columns that are shown, for any width of a
// terminal, and in a pipe.
func TestTheLegendIsOfTheColumnsThatAreShown(t *testing.T) {
	solvers := []*results.Result{accepted("p/a", "dlx", time.Millisecond), accepted("p/a", "fast", time.Microsecond)}
	programs := []*results.Result{repeated("p/a", "mine", 5, 6), repeated("p/a", "yours", 7, 8)}
	left, met := 0, 0
	for _, rs := range [][]*results.Result{solvers, programs} {
		for _, r := range rs {
			r.P50, r.P99, r.Max, r.Nodes, r.Updates = 1000, 2000, 3000, 7, 9
		}
		for width := 0; width < 160; width += 8 {
			shown := shownOn(t, rs, Options{}, width)
			head, notes, _ := strings.Cut(shown, "\n")
			notes = strings.Join(strings.Fields(notes), " ")
			columns := strings.Fields(head)
			for _, c := range New(rs, Options{}).table().Columns {
				if c.Meaning == "" {
					continue
				}
				has := slices.Contains(columns, cmp.Or(c.Head, c.Name))
				met, left = met+number(has), left+number(!has)
				assert.Equal(t, has, strings.Contains(notes, ": "+c.Meaning), "%s on %d characters:\n%s", c.Name, width, shown)
			}
		}
	}
	assert.Positive(t, left)
	assert.Positive(t, met)
}
