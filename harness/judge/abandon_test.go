package judge

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Most tests of this file run in bubbles of package synctest: the clock stands still while code runs, and Wait returns
// once every goroutine, an abandoned one too, has ended or waits.

// deafAt ignores Cancel in its n-th call until release is closed. asked counts its calls.
func deafAt(n int, release <-chan struct{}, asked *int) solveFunc {
	return func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if *asked++; *asked == n {
			<-release
		}
		honest(p, l, r)
	}
}

// TestAnAbandonedSolverGetsNoMoreCases: it would compete with all later timings.
func TestAnAbandonedSolverGetsNoMoreCases(t *testing.T) {
	for name, o := range map[string]Options{
		"case limit": {CaseLimit: time.Millisecond},
		"keep going": {TimeLimit: time.Millisecond, KeepGoing: true},
		"set limit":  {TimeLimit: time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			release, asked := make(chan struct{}), 0
			got, err := Run(t.Context(), spec("deaf", deafAt(2, release, &asked)), fours(t), o)
			require.NoError(t, err)
			close(release)
			synctest.Wait()
			assert.Equal(t, 2, asked, "%s: calls of Solve", name)
			assert.Equal(t, Tally{Accepted: 1, TimeLimit: 1, NotJudged: 4}, got.Tally, name)
			assert.Contains(t, got.Failed.Reason, "abandoned", name)
		})
	}
}

// TestAnAbandonedSolverLeavesLaterPartsAlone: the cases of a part give their memory to the next part, which other
// solvers are judged on. Under the race detector this fails if an abandoned solver's answer is still checked.
func TestAnAbandonedSolverLeavesLaterPartsAlone(t *testing.T) {
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	for _, batch := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			release, asked := make(chan struct{}), 0
			var deaf solvers.Solver = deafAt(2, release, &asked)
			if batch {
				deaf = batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
					<-release
					honestBatch(p, l, r)
				})
			}
			memory := make([]corpus.Case, 3)
			var parts iter.Seq[[]corpus.Case] = func(yield func([]corpus.Case) bool) {
				for i, part := range slices.Collect(slices.Chunk(fours(t), len(memory))) {
					if i == 1 {
						close(release)
					}
					if !yield(memory[:copy(memory, part)]) {
						return
					}
				}
			}
			board := &Scoreboard{}
			set := &testset.TestSet{Name: "sudoku4/mine", Problem: problem, File: "mine.txt", TimeLimit: time.Second}
			require.NoError(t, board.JudgeParts(t.Context(), []*solvers.Spec{spec("deaf", deaf), spec("honest", solveFunc(honest))}, set, parts, Options{}, func(string) {}))
			synctest.Wait()
			got := map[string]*SetResult{}
			for _, r := range board.Results() {
				got[r.Solver] = r
			}
			require.Len(t, got, 2)
			assert.Equal(t, TimeLimit, got["deaf"].Verdict)
			assert.Equal(t, Tally{Accepted: 6}, got["honest"].Tally)
		})
	}
}

// TestAnInterruptNeedNotWaitForACallback: a slow disk or a stopped terminal may keep a callback busy. It runs in no bubble,
// where a goroutine that waits for a lock stops the clock.
func TestAnInterruptNeedNotWaitForACallback(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	var cancelled func() bool
	solver := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		cancelled = l.Cancelled
		honest(p, l, r)
	})
	var calls, ended atomic.Int32
	_, err := Run(ctx, spec("honest", solver), fours(t), Options{Grace: time.Millisecond, Observe: func(*Outcome, *Facts, *solvers.Result) {
		calls.Add(1)
		interrupt()
		assert.Eventually(t, cancelled, time.Minute, time.Millisecond, "the interrupt takes effect during the callback")
		time.Sleep(50 * time.Millisecond) // long enough to be abandoned
		ended.Add(1)
	}})
	require.ErrorIs(t, err, ErrInterrupted)
	assert.EqualValues(t, 1, ended.Load(), "Run returns after the callback")
	assert.EqualValues(t, 1, calls.Load())
}

// TestASolverThatReturnsInTimeForItsGraceIsNotAbandoned checks that the cases behind it are judged.
func TestASolverThatReturnsInTimeForItsGraceIsNotAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := calls(2, after(func(solvers.Grid, *solvers.Result) { time.Sleep(2 * time.Second) }))
		got, err := Run(t.Context(), spec("slow", slow), fours(t), Options{CaseLimit: time.Millisecond})
		require.NoError(t, err)
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally)
		assert.Empty(t, got.Notes)
	})
}
