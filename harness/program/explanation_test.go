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
		n        int
		alone    *Record
		begins   string
		causes   []string
	}{
		{judge.TimeLimit, false, 2, accepted, "AC in", []string{limit, other, state}},
		{judge.RuntimeError, false, 2, accepted, "AC in", []string{other, state}},
		{judge.WrongAnswer, true, 1, accepted, "AC in", []string{state}},
		{judge.WrongAnswer, true, 2, accepted, "AC in", []string{earlier, state}},
		{judge.TimeLimit, false, 2, late, "TLE, too", nil},
		{judge.RuntimeError, false, 2, late, "TLE in a process of its own: ", nil},
		{judge.PresentationError, false, 2, accepted, "AC in", nil},
	} {
		e := &Explanation{Verdict: c.together, checked: c.checked, n: c.n, alone: c.alone, whole: c.together == judge.PresentationError}
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

// TestHowLongAnExplanationMayTake is told before it begins: a program that waits is killed at every step of the search.
func TestHowLongAnExplanationMayTake(t *testing.T) {
	p := &Program{Contestant: &Contestant{Limits: Overrides{Wall: time.Minute}}}
	problem, err := corpus.LookupProblem("poj3074")
	require.NoError(t, err)
	set := testset.Of("poj3074/x", problem, &grids.List{Format: grids.POJ3074, Cases: make([]grids.Case, 9)})
	assert.Equal(t, time.Minute, p.LongestRun(set, Options{}))
	assert.Equal(t, 2+4, p.ExplainRuns(set, 0, Options{}))
	assert.Equal(t, 2, p.ExplainRuns(set, 3, Options{}))
	assert.Equal(t, 9, p.ExplainRuns(set, 0, Options{PerCase: true}))
}
