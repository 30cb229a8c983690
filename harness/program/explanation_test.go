package program

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// TestOfALongTextTheFirstAndTheLastLinesAreShown, and how many are left out.
func TestOfALongTextTheFirstAndTheLastLinesAreShown(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintln(&text, i)
	}
	lines := strings.Split(firstAndLast(text.String()), "\n")
	assert.Len(t, lines, 2*shownLines+1)
	assert.Equal(t, "0", lines[0])
	assert.Contains(t, lines[shownLines], fmt.Sprint(2000-2*shownLines))
	assert.Equal(t, "1999", lines[2*shownLines])
	assert.Equal(t, "a\nb\n", firstAndLast("a\nb\n"))
}

// If a case is accepted alone but not with the others, the line "alone" names every possible cause and no other.
func TestTheLineAloneNamesThePossibleCauses(t *testing.T) {
	accepted := &Record{Facts: judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Right}}}
	late := &Record{
		Facts:  judge.Facts{Ran: true, CPU: 2 * time.Second, Finding: cases.Finding{Match: cases.Right}},
		Limits: judge.Limits{Time: time.Second},
	}
	const limit, other, state, earlier = "time limit", "another case", "keeps state", "an earlier case"
	for _, c := range []struct {
		together judge.Verdict
		checked  bool
		inStep   bool
		n        int
		alone    *Record
		begins   string
		causes   []string
	}{
		{judge.TimeLimit, false, false, 2, accepted, "AC in", []string{limit, other, state}},
		{judge.RuntimeError, false, false, 2, accepted, "AC in", []string{other, state}},
		{judge.WrongAnswer, true, false, 1, accepted, "AC in", []string{state}},
		{judge.WrongAnswer, true, false, 2, accepted, "AC in", []string{earlier, state}},
		{judge.WrongAnswer, true, true, 2, accepted, "AC in", []string{state}},
		{judge.TimeLimit, false, false, 2, late, "TLE, too", nil},
		{judge.RuntimeError, false, false, 2, late, "TLE in a process of its own: ", nil},
		{judge.PresentationError, false, false, 2, accepted, "AC in", nil},
	} {
		e := &Explanation{Verdict: c.together, checked: c.checked, inStep: c.inStep, n: c.n, alone: c.alone, whole: c.together == judge.PresentationError}
		note := e.aloneNote()
		assert.Regexp(t, "^"+c.begins, note)
		if c.alone != accepted {
			continue
		}
		for _, cause := range []string{limit, other, state, earlier} {
			assert.Equal(t, slices.Contains(c.causes, cause), strings.Contains(note, cause), "%v: %q in %q", c.together, cause, note)
		}
	}
}

// TestHowLongAnExplanationMayTake: the user is told before it begins, because a program that waits is killed only
// after the whole wall time, at every step of the search.
func TestHowLongAnExplanationMayTake(t *testing.T) {
	p := &Program{Contestant: &Contestant{Limits: Overrides{Wall: time.Minute}}}
	problem, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	list := &grids.List{Format: grids.POJ3074, Cases: make([]grids.Case, 9)}
	for i := range list.Cases {
		list.Cases[i].Puzzle = make([]uint8, 81)
	}
	set := testset.Of("poj3074/x", problem, list)
	set.TimeLimit = time.Second
	for _, c := range []struct {
		name      string
		n         int
		o         Options
		runs      int
		each, sum time.Duration
	}{
		{"the steps of a search", 0, Options{}, 2 + 4, time.Minute, 6 * time.Minute},
		{"in the set, and alone", 3, Options{}, 2, time.Minute, 2 * time.Minute},
		{"all processes share the limit", 0, Options{PerCase: true}, 9, time.Minute, time.Minute},
		{"one process", 3, Options{PerCase: true}, 1, time.Minute, time.Minute},
		{"a limit of each case", 0, Options{PerCase: true, Limits: judge.Limits{Case: time.Second}}, 9, 11 * time.Second, time.Minute},
	} {
		runs, each, sum := p.LongestRuns(set, c.n, c.o)
		assert.Equal(t, c.runs, runs, c.name)
		assert.Equal(t, c.each, each, c.name)
		assert.Equal(t, c.sum, sum, c.name)
		// The limits that the user is told are the limits that the processes get.
		first, err := p.firstTask(set, list.Slice(0, 1), c.o)
		require.NoError(t, err)
		require.NoError(t, first.input.Close())
		assert.Equal(t, first.kill.Wall, each, c.name)
		pass := p.passLimits(set, c.o, 9, c.o.PerCase)
		assert.Equal(t, timeLeft(pass, 0, 0).Time, first.limits.Time, "%s: as judge has it", c.name)
	}
}

// TestWrongWhiteSpaceIsVisible: blanks, tabs and ends of lines have signs, and a mark stands below the place.
func TestWrongWhiteSpaceIsVisible(t *testing.T) {
	for _, c := range []struct {
		output string
		line   int
		column int
		shown  string
	}{
		{"12 \t\n34\r\n", 1, 3, "     1: 12·→¶\n          ^\n     2: 34␍¶\n"},
		{"12\n34", 2, 3, "     1: 12¶\n     2: 34\n          ^\n"},
		{"12\n", 2, 1, "     1: 12¶\n"}, // an empty line is missing
		{strings.Repeat("1", 100) + " \n", 1, 101, "     1: ..." + strings.Repeat("1", 60) + "·¶\n     ..." + strings.Repeat(" ", 60) + "^\n"},
	} {
		r := &Record{Output: []byte(c.output), Facts: judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.WhitespaceOnly, Line: c.line, Column: c.column}}}
		assert.Equal(t, c.shown, (&Explanation{record: r}).whiteSpace())
	}
	accepted := &Record{Output: []byte("12 \n"), Facts: judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Right, Line: 1, Column: 3}}}
	assert.Empty(t, (&Explanation{record: accepted}).whiteSpace())
}
