package judge

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// A case that exceeds its own limit is TLE, and the others are judged.
func TestCaseLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := judged(t, spec("spin", calls(2, spin)), fours(t), Options{Limits: Limits{Case: 500 * time.Millisecond}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 2, got.Failed)
		assert.Contains(t, got.Reason(), "over the limit of 500ms per case")
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally, "a cancelled case leaves the next ones alone")
	})
}

// A Solver that obeys Cancel is never abandoned, although the case after it has the same number in its block.
func TestCasesOfLaterBlocksAreNotAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := inBlocks(t, spec("spin", solveFunc(spin)), fours(t)[:2], 1, Options{Limits: Limits{Case: time.Millisecond}, Grace: 900 * time.Millisecond})
		assert.Equal(t, Tally{TimeLimit: 2}, got.Tally)
		assert.Zero(t, got.Facts.Abandoned)
	})
}

// If one case exceeds the limit of the set, the other cases are judged all the same.
func TestKeepGoing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, _ := judged(t, spec("spin", calls(3, spin)), fours(t), Options{Limits: Limits{Time: 500 * time.Millisecond, KeepGoing: true}})
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 3, got.Failed)
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally)
	})
}

// With a limit of each case, a solver that takes batches gets one case per call, because otherwise the limit could
// not apply to it.
func TestCaseLimitsApplyToBatches(t *testing.T) {
	batch := func(limit time.Duration) *Outcome {
		got, _ := judged(t, spec("batch", batchFunc(honestBatch)), fours(t), Options{Limits: Limits{Case: limit}})
		return got
	}
	got := batch(time.Nanosecond)
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.False(t, got.Whole)
	assert.True(t, got.Alone)
	assert.Equal(t, Accepted, batch(time.Hour).Verdict)
	assert.True(t, batch(0).Whole)
	assert.False(t, batch(0).Alone)
}

func TestCaseLimitOfStoredFacts(t *testing.T) {
	f := good()
	f.CaseTime = 2 * time.Second
	v, _ := Derive(&f, &Limits{Case: time.Second})
	assert.Equal(t, TimeLimit, v)
	v, _ = Derive(&f, &Limits{Case: 2 * time.Second})
	assert.Equal(t, Accepted, v)
}
