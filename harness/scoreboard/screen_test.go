package scoreboard

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
)

// shownOn renders a board for a terminal or a pipe.
func shownOn(t *testing.T, rs []*results.Result, o Options, width int) string {
	var all []string
	for _, table := range Board(rs, o, report.Style{Width: width}) {
		all = append(all, rendered(t, table, report.Text, width))
	}
	return strings.Join(all, "\n")
}

// process makes a program of a result.
func process(r *results.Result) *results.Result {
	r.Process = true
	return r
}

// TestATerminalIsNotFilled: 24 lines of 80 columns hold the table and all notes, of one program that fails everywhere and
// of many solvers.
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
	assert.Equal(t, "mine: Accepted on 1 of 1 sets; as a process 0.85x the time of dlx (0.80 to 0.90).",
		last(Options{}, right...))

	two := append(right, pair("poj3074/hard", repeated("poj3074/hard", "mine", 8, 8, 8, 9, 9, 9))...)
	open := Options{Open: []results.Benchmark{{Set: "poj3074/a", Solver: "mine"}, {Set: "poj3074/b", Solver: "mine"}, {Set: "poj3074/b", Solver: "dlx"}}}
	assert.Equal(t, "mine: Accepted on 2 of 4 sets; 2 not judged; as a process 0.85x the time of dlx (0.80 to 0.90) "+
		"for the 2 sets of poj3074 together.", last(open, two...))

	right[0].PerCase = true
	perCase := func(l judge.Limits) string {
		right[0].Limits = l
		return last(Options{}, right...)
	}
	const more, start = "10ms", "2s, includes the start"
	both := perCase(judge.Limits{Time: time.Second, Case: 2 * time.Second})
	assert.Contains(t, both, more)
	assert.Contains(t, both, start)
	ofCase := perCase(judge.Limits{Case: 2 * time.Second})
	assert.NotContains(t, ofCase, more, "the limit of each case has no allowance")
	assert.Contains(t, ofCase, start)
	assert.Contains(t, perCase(judge.Limits{}), "(not as on POJ)", "no limit of time")
	ofAll := perCase(judge.Limits{Time: time.Second})
	assert.Contains(t, ofAll, more)
	assert.NotContains(t, ofAll, "start")

	single := process(accepted("luogu4929/easy", "mine", 1))
	single.PerCase = true
	assert.NotContains(t, last(Options{}, single), "once per case", "as Luogu does")

	right[0].Facts.Finding = cases.Finding{Match: cases.Right, Line: 1, Column: 82}
	assert.Contains(t, last(Options{}, right...), "first in line 1, column 82 on poj3074/easy (--strict: PE; online judges differ in what they let pass).")

	wrong := rejected("poj3074/many", "mine", 3, 19, 20, "case 3: expected 9, got 1")
	wrong.Facts.Finding.Line, wrong.Facts.Finding.Column = 3, 41
	explain := Options{Request: &results.Request{Exec: []string{"mine=./a.out"}}}
	assert.Equal(t, "mine: Wrong Answer on 1 of 2 sets. First at poj3074/many#3 (line 3, column 41 of its output): "+
		"gridjudge explain --exec mine=./a.out poj3074/many#3", last(explain, append(pair("poj3074/many", wrong), pair("poj3074/easy", repeated("poj3074/easy", "mine", 8))...)...),
		"the statement promises one solution")
	late := rejected("poj3074/many", "mine", 3, 19, 20, "case 3: expected 9, got 1")
	late.Verdict = judge.TimeLimit
	assert.Contains(t, last(explain, append(pair("poj3074/easy", wrong), pair("poj3074/many", late)...)...),
		"mine: not accepted on 2 of 2 sets.", "two verdicts")
	wrong.File = "<stdin>"
	assert.NotContains(t, last(explain, pair("poj3074/many", wrong)...), "explain", "what came from standard input is gone")

	slow := accepted("poj3074/named", "mine", time.Second)
	slow.Limits.Time = 5 * time.Second
	assert.NotContains(t, last(Options{}, pair("poj3074/named", slow)...), "would say", "the limit is not that of the statement")

	cut := accepted("poj3074/easy", "mine", 0)
	cut.Verdict, cut.Passed = judge.NotJudged, 0
	assert.NotContains(t, last(Options{}, pair("poj3074/easy", cut)...), "mine:", "nothing is known yet")
}

// TestAProgramWithTheNameOfAReference: it has a line, and a table of its own, where it is judged beside no other.
func TestAProgramWithTheNameOfAReference(t *testing.T) {
	alone := []*results.Result{process(accepted("poj3074/easy", "dlx", 1e6)), process(accepted("poj3074/hard", "dlx", 1e6))}
	out := shownOn(t, alone, Options{}, 80)
	assert.Contains(t, out, "\nhard  AC")
	assert.NotContains(t, out, "/ dlx", "it is compared with nobody")
	assert.Contains(t, out, "\ndlx: Accepted on 2 of 2 sets.\n")
	both := append(alone, process(accepted("poj3074/easy", "links", 2e6)))
	assert.Contains(t, shownOn(t, both, Options{}, 0), "\nlinks: Accepted on 1 of 1 sets; as a process 2.00x the time of dlx.")
}

// A terminal shows few reasons: that of the user's program is among them, not that of the reference.
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

// An online judge rejects for one set, and accepts for all that its statement provides for.
func TestWhatAnOnlineJudgeWouldSay(t *testing.T) {
	right := func(problem string) (rs []*results.Result) {
		sets, err := corpus.SelectSets([]string{problem})
		require.NoError(t, err)
		for _, s := range sets {
			if r := process(accepted(s.FullName(), "mine", 1)); s.Default && s.Stated() {
				rs = append(rs, r)
			}
		}
		return rs
	}
	failed := func(set string, v judge.Verdict, facts judge.Facts) *results.Result {
		r := process(rejected(set, "mine", 1, 0, 1, "no"))
		r.Verdict, r.Facts = v, facts
		return r
	}
	covers, grids := right("hust1017"), right("poj3074")
	assert.Equal(t, " HUST 1017 would say: Accepted.", promised(covers))
	assert.Equal(t, " POJ 3074 would say: Accepted.", promised(grids))
	assert.Equal(t, " POJ 3074 would say: Accepted (whether it has cases such as those of poj3074/many is not known).", promised(append(grids, failed("poj3074/many", judge.WrongAnswer, judge.Facts{}))),
		"the statement promises one solution")
	named := process(accepted("poj3074/named", "mine", 1))
	named.Facts.CPU = 2800 * time.Millisecond
	assert.Equal(t, " POJ 3074 would say: Accepted (whether it has cases such as those of poj3074/named is not known).", promised(append(grids, named)),
		"accepted within 5 s, but the limit of the statement is 1 s")
	assert.Empty(t, promised(grids[:1]), "the sample")
	assert.Empty(t, promised(grids[1:]), "all but the sample")
	grids[0].File = "poj3074.txt"
	assert.Empty(t, promised(grids), "a file of the user's")
	grids[0].File, grids[0].Facts.CPU = "", 2*time.Second
	assert.Empty(t, promised(grids), "within a limit of the user's")
	grids[0].Facts = judge.Facts{PeakRSS: 128 << 20}
	assert.Empty(t, promised(grids), "within a limit of the user's")
	apart := right("poj3074")
	for _, r := range apart {
		r.PerCase = true
	}
	assert.Empty(t, promised(apart), "the program may read one case, where POJ's files have many")
	single := right("luogu4929")
	for _, r := range single { // as there, and its limit is that of each case
		r.PerCase, r.Facts.CPU, r.Max = true, 90*time.Second, 900*time.Millisecond
	}
	assert.Equal(t, " Luogu P4929 would say: Accepted.", promised(single))
	single[0].Max = 1100 * time.Millisecond
	assert.Empty(t, promised(single), "within a limit of the user's")
	apart[0].Verdict = judge.RuntimeError
	assert.Empty(t, promised(apart), "the first fault in a file may be another one")

	for _, set := range []string{"hust1017/sample", "hust1017/infeasible"} { // without a cover in some case, within 30 s
		assert.Equal(t, " HUST 1017 would say: Wrong Answer.", promised([]*results.Result{failed(set, judge.WrongAnswer, judge.Facts{})}))
		assert.Equal(t, " HUST 1017 would say: Wrong Answer.", promised(append(covers, failed("hust1017/sample", judge.WrongAnswer, judge.Facts{}))))
	}
	assert.Empty(t, promised([]*results.Result{failed("poj3074/easy", judge.TimeLimit, judge.Facts{CPU: 1200 * time.Millisecond})}), "a site's machine may be faster")
	late := failed("poj3074/easy", judge.TimeLimit, judge.Facts{CPU: 1600 * time.Millisecond})
	assert.Equal(t, " POJ 3074 would say: Time Limit Exceeded.", promised([]*results.Result{late}))
	assert.Equal(t, " POJ 3074 would not say: Accepted.",
		promised([]*results.Result{failed("poj3074/sample", judge.RuntimeError, judge.Facts{Signal: "SIGSEGV"}), late}), "which of the two comes first is not known")
	worst := failed("hust1017/worst", judge.TimeLimit, judge.Facts{CPU: 20 * time.Second})
	crowded := failed("poj3074/sample", judge.RuntimeError, judge.Facts{Killed: sandbox.KilledTasks})
	assert.Empty(t, promised([]*results.Result{crowded}), "an online judge allows another number of processes")
	narrow := failed("poj3074/sample", judge.RuntimeError, judge.Facts{Signal: "SIGSEGV"})
	assert.NotEmpty(t, promised([]*results.Result{narrow}))
	narrow.Limits.Address = 16 << 20
	assert.Empty(t, promised([]*results.Result{narrow}), "the user's limit of the address space may be the cause")
	assert.Equal(t, " HUST 1017 would say: Accepted (whether it has cases such as those of hust1017/worst is not known).",
		promised(append(covers, worst)), "whoever else takes part")
	assert.Equal(t, " HUST 1017 would say: Wrong Answer.",
		promised([]*results.Result{worst, failed("hust1017/sample", judge.WrongAnswer, judge.Facts{})}))
	assert.Empty(t, promised([]*results.Result{worst}))
	slow := right("hust1017")
	i := slices.IndexFunc(slow, func(r *results.Result) bool { return r.Set == "hust1017/infeasible" })
	slow[i].Facts.CPU = 16 * time.Second // its limit is 30 s
	assert.Empty(t, promised(slow), "over the limit of the statement")
	late.Facts = judge.Facts{CPU: 300 * time.Millisecond, Wall: 11 * time.Second, Killed: sandbox.KilledWall}
	assert.Empty(t, promised([]*results.Result{late}), "the machine was loaded")
	assert.Empty(t, promised([]*results.Result{failed("hust1017/infeasible", judge.TimeLimit, judge.Facts{CPU: time.Minute})}),
		"the statement has a smaller limit, for a file of unknown size")
	assert.Empty(t, promised([]*results.Result{failed("poj3074/easy", judge.MemoryLimit, judge.Facts{PeakRSS: 8 << 20})}))
	assert.Empty(t, promised([]*results.Result{failed("poj3074/easy", judge.JudgeError, judge.Facts{})}))
	assert.Empty(t, promised([]*results.Result{failed("poj3074/easy", judge.PresentationError, judge.Facts{})}),
		"what white space is let pass is not known, and --strict lets none")
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

// What a solver claims of a file that it does not solve is not told as a fact of the file.
func TestUnprovenClaimsAreNotTold(t *testing.T) {
	r := &results.Result{Benchmark: results.Benchmark{Set: "poj3074/mine.txt", Solver: "dlx"}, File: "mine.txt"}
	r.Verdict, r.Cases, r.Unsolvable = judge.Accepted, 5, 4
	assert.Len(t, unusual(r), 1)
	r.Verdict = judge.WrongAnswer
	assert.Empty(t, unusual(r))
}

// An abandoned solver runs on: the times after it are not to be trusted.
func TestAnAbandonedSolverIsNamed(t *testing.T) {
	r := rejected("poj3074/hard", "stuck", 1, 0, 5, "")
	says := func() bool {
		return strings.Contains(rendered(t, Verdicts([]*results.Result{r}, Options{}), report.Text, 0), "disturbs")
	}
	assert.False(t, says())
	r.Facts.Abandoned = 2 * time.Second
	assert.True(t, says())
}

// TestTheLegendIsOfTheColumnsThatAreShown: however wide the terminal is, and in a pipe.
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
			for name, meaning := range meanings {
				column, _, _ := strings.Cut(meaning, ":")
				has := slices.Contains(columns, column)
				met, left = met+number(has), left+number(!has)
				assert.Equal(t, has, strings.Contains(notes, meaning), "%s on %d characters:\n%s", name, width, shown)
			}
		}
	}
	assert.Positive(t, left)
	assert.Positive(t, met)
}

// TestNoOnlineJudgeIsQuotedWhereOtherLimitsMayDecide: those of the user, those of gridjudge, and the files that it hides.
func TestNoOnlineJudgeIsQuotedWhereOtherLimitsMayDecide(t *testing.T) {
	said := func(set string, v judge.Verdict, facts judge.Facts) string {
		r := process(rejected(set, "mine", 1, 0, 1, "no"))
		r.Verdict, r.Facts = v, facts
		return promised([]*results.Result{r})
	}
	const (
		set   = "poj3074/sample"
		late  = 1600 * time.Millisecond
		large = 100 << 20
	)
	assert.Contains(t, said(set, judge.RuntimeError, judge.Facts{Signal: "SIGFPE"}), "Runtime Error")
	assert.Contains(t, said(set, judge.TimeLimit, judge.Facts{CPU: late}), "Time Limit")
	assert.Contains(t, said(set, judge.MemoryLimit, judge.Facts{PeakRSS: large}), "Memory Limit")
	assert.Contains(t, said(set, judge.WrongAnswer, judge.Facts{Output: 1, LastWords: "\nsome words"}), "Wrong Answer")
	for about, text := range map[string]string{
		"which of the two limits comes first is not known": said(set, judge.TimeLimit, judge.Facts{CPU: late, PeakRSS: large}),
		"nor is it after another verdict":                  said(set, judge.MemoryLimit, judge.Facts{CPU: late, PeakRSS: large}),
		"another compiler, or the user's limit":            said(set, judge.CompileError, judge.Facts{BuildFailed: "took longer than 1s"}),
		"a file that is missing":                           said(set, judge.RuntimeError, judge.Facts{NotStarted: "no such file"}),
		"a command that is missing":                        said(set, judge.RuntimeError, judge.Facts{Exit: 127}),
		"perhaps of too many open files":                   said(set, judge.RuntimeError, judge.Facts{Exit: 1}),
		"the size of files":                                said(set, judge.RuntimeError, judge.Facts{Signal: "SIGXFSZ"}),
		"a system call":                                    said(set, judge.RuntimeError, judge.Facts{Signal: "SIGSYS"}),
		"how much output is too much":                      said(set, judge.OutputLimit, judge.Facts{Output: 1 << 20}),
		"perhaps it did not find a file":                   said(set, judge.WrongAnswer, judge.Facts{LastWords: "\nno such file"}),
		"the statement has no time limit":                  said("luogu4929/sample", judge.TimeLimit, judge.Facts{CPU: late}),
		"the statement has no memory limit":                said("luogu4929/sample", judge.MemoryLimit, judge.Facts{PeakRSS: 2 * large}),
	} {
		assert.Empty(t, text, about)
	}
}
