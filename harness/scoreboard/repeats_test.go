package scoreboard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// TestRepeatsAreCounted: a note says how often each verdict came, and a sign says that a time is a median.
func TestRepeatsAreCounted(t *testing.T) {
	unstable, old := repeated("p/a", "mine", 5, 6, 7, 8, 9), repeated("p/b", "mine", 5, 6)
	unstable.Verdict, unstable.Unstable = judge.WrongAnswer, true
	unstable.Repeats = judge.Tally{judge.Accepted: 3, judge.WrongAnswer: 2}
	old.Unstable = true // recorded by a version that did not count verdicts
	notes := rendered(t, New([]*results.Result{unstable, old}, Options{}).Verdicts(), report.Text, 0)
	assert.Contains(t, notes, "3 AC, 2 WA")
	assert.Contains(t, notes, "median of 5 repeats")
	assert.Contains(t, notes, "mine on p/b: unstable")
	notes = rendered(t, New([]*results.Result{repeated("p/a", "mine", 5)}, Options{}).Verdicts(), report.Text, 0)
	assert.NotContains(t, notes, "repeats")
}
