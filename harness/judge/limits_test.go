package judge

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func TestNodeBudget(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		got, err := Run(t.Context(), spec("honest", s), fours(t), Options{NodeBudget: 2})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, "node budget spent", got.Failed.Reason)
		assert.Equal(t, 1, got.Failed.Case)
		assert.Equal(t, 3, got.Passed, "%s", got.Tally)
	}
}

// spin runs until it is cancelled. It sleeps, so that the clock of a bubble of package synctest moves on.
func spin(_ solvers.Grid, l solvers.Limits, r *solvers.Result) {
	r.Reset()
	for !l.Cancelled() {
		time.Sleep(time.Millisecond)
	}
	r.Stopped = solvers.Cancelled
}

func TestTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got, err := Run(t.Context(), spec("spin", calls(3, spin)), fours(t), Options{TimeLimit: 500 * time.Millisecond})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 3, got.Failed.Case, "%+v", got.Failed)
		assert.Equal(t, Tally{Accepted: 2, TimeLimit: 1, NotJudged: 3}, got.Tally)
		assert.GreaterOrEqual(t, got.Total, 1500*time.Millisecond, "it may run on for a second")
		assert.False(t, got.Late)
		assert.Contains(t, got.Failed.Reason, "over the limit of 500ms")
	})
}

func TestBatchTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := batchFunc(func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			honestBatch(puzzles[:5], l, r[:5])
			spin(puzzles[5], l, &r[5])
		})
		got, err := Run(t.Context(), spec("spin", slow), fours(t), Options{TimeLimit: 20 * time.Millisecond})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Zero(t, got.Failed.Case)
		assert.Equal(t, Tally{TimeLimit: 1, NotJudged: 5}, got.Tally)
		assert.Positive(t, got.Nodes)
	})
}

// A case that ends late but before the watchdog is TLE all the same, and the
// reader learns that the verdict is close.
func TestLateIsTLE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := calls(2, func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			time.Sleep(250 * time.Millisecond)
			honest(p, l, r)
		})
		got, err := Run(t.Context(), spec("late", late), fours(t), Options{TimeLimit: 200 * time.Millisecond})
		require.NoError(t, err)
		assert.Equal(t, TimeLimit, got.Verdict)
		assert.Equal(t, 2, got.Failed.Case)
		assert.Equal(t, 4, got.Tally[NotJudged])
	})
}

// What ignores Cancel cannot be stopped; the judge must end all the same.
func TestContestantIgnoresCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var release atomic.Bool
		defer release.Store(true)
		deaf := func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			for !release.Load() {
				time.Sleep(time.Millisecond)
			}
			honest(p, l, r)
		}
		for _, s := range []solvers.Solver{calls(2, deaf), batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) { deaf(p[0], l, &r[0]) })} {
			start := time.Now()
			got, err := Run(t.Context(), spec("deaf", s), fours(t), Options{TimeLimit: time.Millisecond, Grace: 20 * time.Millisecond})
			require.NoError(t, err)
			assert.Less(t, time.Since(start), 30*time.Second)
			assert.Equal(t, TimeLimit, got.Verdict)
			assert.Contains(t, got.Failed.Reason, "abandoned")
			require.Len(t, got.Notes, 1)
			assert.Contains(t, got.Notes[0], "deaf ignores Limits.Cancel")
		}
	})
}
