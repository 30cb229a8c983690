package judge

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A case over its own limit is TLE, and the others are judged.
func TestCaseLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := Run(t.Context(), spec("spin", calls(2, spin)), fours(t), Options{CaseLimit: 500 * time.Millisecond})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 2, got.Failed.Case)
		assert.Contains(t, got.Failed.Reason, "over the limit of 500ms per case")
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally, "a cancelled case leaves the next ones alone")
	})
}

// A Solver that obeys Cancel is never abandoned, although the case after it has the same number in its part.
func TestCasesOfLaterPartsAreNotAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := inParts(t, spec("spin", solveFunc(spin)), fours(t)[:2], 1, Options{CaseLimit: time.Millisecond, Grace: 900 * time.Millisecond})
		assert.Equal(t, Tally{TimeLimit: 2}, got.Tally)
		assert.Empty(t, got.Notes)
	})
}

// A set's limit that one case exceeds does not hide the other cases.
func TestKeepGoing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := Run(t.Context(), spec("spin", calls(3, spin)), fours(t), Options{TimeLimit: 500 * time.Millisecond, KeepGoing: true})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 3, got.Failed.Case)
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally)
	})
}

func TestBatchSolversSayThatCaseLimitsDoNotApply(t *testing.T) {
	got, err := Run(t.Context(), spec("batch", batchFunc(honestBatch)), fours(t), Options{CaseLimit: time.Nanosecond})
	require.NoError(t, err)
	assert.Equal(t, Accepted, got.Verdict)
	require.Len(t, got.Notes, 1)
	assert.Contains(t, got.Notes[0], "have no effect")
}

func TestCaseLimitOfStoredFacts(t *testing.T) {
	f := good()
	f.CaseTime = 2 * time.Second
	v, _ := Derive(&f, Limits{Case: time.Second})
	assert.Equal(t, TimeLimit, v)
	v, _ = Derive(&f, Limits{Case: 2 * time.Second})
	assert.Equal(t, Accepted, v)
}
