package scoreboard

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// TestRepeatsAreCounted: a note and, for other software, a column say how often each verdict came. A sign says that a
// time is a median.
func TestRepeatsAreCounted(t *testing.T) {
	unstable, old := repeated("p/a", "mine", 5, 6, 7, 8, 9), repeated("p/b", "mine", 5, 6)
	unstable.Verdict, unstable.Unstable = judge.WrongAnswer, true
	unstable.Repeats = judge.Tally{judge.Accepted: 3, judge.WrongAnswer: 2}
	old.Unstable = true // recorded by a version that did not count verdicts
	verdicts := New([]*results.Result{unstable, old, repeated("p/c", "mine", 5)}, Options{}).Verdicts()
	column := slices.IndexFunc(verdicts.Columns, func(c report.Column) bool { return c.Name == "repeats" })
	require.Positive(t, column)
	var repeats []string
	for _, cells := range verdicts.Rows {
		repeats = append(repeats, fmt.Sprint(cells[column].Value))
	}
	assert.Equal(t, []string{"3 AC, 2 WA", "differ", "<nil>"}, repeats)
	notes := rendered(t, verdicts, report.Text, 0)
	assert.Contains(t, notes, "3 AC, 2 WA")
	assert.Contains(t, notes, "median of 5 repeats")
	assert.Contains(t, notes, "mine on p/b: unstable")
	notes = rendered(t, New([]*results.Result{repeated("p/a", "mine", 5)}, Options{}).Verdicts(), report.Text, 0)
	assert.NotContains(t, notes, "repeats")
}
