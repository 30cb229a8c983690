package judge

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// Most tests of this file run in bubbles of package synctest: the clock stands still while code runs, and Wait

// returns when every goroutine has ended or waits, including abandoned ones.

// deafAt ignores Cancel in its n-th call until release is closed. asked counts its calls.
func deafAt(n int, release <-chan struct{}, asked *int) solveFunc {
	return func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if *asked++; *asked == n {
			<-release
		}
		honest(p, l, r)
	}
}

// TestAnAbandonedSolverGetsNoMoreCases: otherwise it would compete with all later timings.
func TestAnAbandonedSolverGetsNoMoreCases(t *testing.T) {
	for name, o := range map[string]Options{
		"case limit": {Limits: Limits{Case: time.Millisecond}},
		"keep going": {Limits: Limits{Time: time.Millisecond, KeepGoing: true}},
		"set limit":  {Limits: Limits{Time: time.Millisecond}},
	} {
		synctest.Test(t, func(t *testing.T) {
			release, asked := make(chan struct{}), 0
			got, columns := judged(t, spec("deaf", deafAt(2, release, &asked)), fours(t), o)
			close(release)
			synctest.Wait()
			assert.Equal(t, 2, asked, "%s: calls of Solve", name)
			assert.Equal(t, Tally{Accepted: 1, TimeLimit: 1, NotJudged: 4}, got.Tally, name)
			assert.Contains(t, got.Reason(), "abandoned", name)
			assert.Equal(t, 2*time.Second, got.Facts.Abandoned, name)
			assert.Equal(t, []Verdict{Accepted, TimeLimit}, columns.Verdicts, name)
			assert.GreaterOrEqual(t, got.Time, 3*time.Second, "what the judge waited for counts")
		})
	}
}

// TestAnAbandonedSolverLeavesLaterBlocksAlone: the next block, on which other solvers are judged, reuses the memory
// of the cases. Under the race detector this fails if an abandoned solver's answer is still checked.
func TestAnAbandonedSolverLeavesLaterBlocksAlone(t *testing.T) {
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
			memory := make([]grids.Case, 3)
			limit := Options{Limits: Limits{Time: time.Second}}
			first, second := NewPass(runner(spec("deaf", deaf)), limit), NewPass(runner(spec("honest", solveFunc(honest))), limit)
			for i, block := range slices.Collect(slices.Chunk(fours(t), len(memory))) {
				if i == 1 {
					close(release)
				}
				reused := list(memory[:copy(memory, block)])
				require.NoError(t, first.Run(t.Context(), reused, nil))
				require.NoError(t, second.Run(t.Context(), reused, nil))
			}
			synctest.Wait()
			assert.Equal(t, TimeLimit, first.Outcome().Verdict)
			assert.Equal(t, 4*time.Second, first.Outcome().Time, "until Cancel, and its grace")
			assert.Equal(t, Tally{Accepted: 6}, second.Outcome().Tally)
		})
	}
}

// TestASolverThatReturnsInTimeForItsGraceIsNotAbandoned checks that the cases after it are judged.
func TestASolverThatReturnsInTimeForItsGraceIsNotAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := calls(2, after(func(solvers.Grid, *solvers.Result) { time.Sleep(2 * time.Second) }))
		got, _ := judged(t, spec("slow", slow), fours(t), Options{Limits: Limits{Case: time.Millisecond}})
		assert.Equal(t, Tally{Accepted: 5, TimeLimit: 1}, got.Tally)
		assert.Zero(t, got.Facts.Abandoned)
	})
}
