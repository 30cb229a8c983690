package scoreboard

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
)

// timed is an accepted program with these cpu times, in milliseconds.
func timed(set *testset.TestSet, name string, ms ...int) *SetResult {
	runs := &Runs{}
	for _, n := range ms {
		runs.CPU = append(runs.CPU, time.Duration(n)*time.Millisecond)
	}
	return &SetResult{Set: set, Solver: name, Verdict: Accepted, Expected: Accepted, Cases: 1, Passed: 1, Total: runs.Median(), Runs: runs}
}

func TestProgramRanks(t *testing.T) {
	set := &testset.TestSet{Name: "p/s"}
	fast := timed(set, "fast", 10, 10, 11, 11, 12, 12, 13, 13)
	alike := timed(set, "alike", 11, 11, 12, 12, 13, 13, 14, 14)
	slow := timed(set, "slow", 30, 30, 31, 31, 32, 32, 33, 33)
	wrong := timed(set, "wrong", 1, 1, 1, 1, 1, 1, 1, 1)
	wrong.Verdict = WrongAnswer
	ranks := programRanks([]*SetResult{fast, alike, slow, wrong})
	assert.Equal(t, map[*SetResult]stats.RankInterval{fast: {Best: 1, Worst: 2}, alike: {Best: 1, Worst: 2}, slow: {Best: 3, Worst: 3}}, ranks)
	assert.Empty(t, programRanks([]*SetResult{fast, wrong}), "one program has no rank")
}

func TestRanksOfFewRepeatsAreNotSettled(t *testing.T) {
	set := &testset.TestSet{Name: "p/s"}
	b := &Scoreboard{}
	b.Add(timed(set, "good", 68), timed(set, "other", 103))
	var out bytes.Buffer
	require.NoError(t, b.Table().Render(&out, report.Text, report.Style{}))
	assert.Regexp(t, `good .* 1-2\n`, out.String())
	assert.Contains(t, out.String(), "Not settled on p/s: try --repeat 10.")

	b = &Scoreboard{}
	b.Add(timed(set, "good", 68, 68, 69, 69, 70, 70), timed(set, "other", 103, 103, 104, 104, 105, 105))
	out.Reset()
	require.NoError(t, b.Table().Render(&out, report.Text, report.Style{}))
	assert.Regexp(t, `good .* ±2 % .* 1\n`, out.String())
	assert.NotContains(t, out.String(), "Not settled")
}
