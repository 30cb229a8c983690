package bench

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/solvers"
)

// spinner never ends by itself.
type spinner struct{}

func (spinner) Solve(_ solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	for r.Reset(); !limits.Cancelled(); {
	}
	r.Stopped = solvers.Cancelled
}

func TestTheWatchdogEndsAPass(t *testing.T) {
	set := fakeSet(t, "sudoku4/fake", 4)
	set.TimeLimit = 20 * time.Millisecond
	m := fakeSampler("spinner", set, &fakeClock{}, func() solvers.Solver { return spinner{} })
	rejected, err := m.Prepare(t.Context())
	require.NoError(t, err)
	require.NotNil(t, rejected)
	assert.Equal(t, judge.TimeLimit, rejected.Rejected.Verdict)
	assert.Equal(t, 1, rejected.Rejected.Case)
	assert.Equal(t, 0, rejected.Solved)
	assert.Greater(t, rejected.PAR2, 2*set.TimeLimit, "all cases unsolved, each at twice the limit of a case")

	ctx, cancel := context.WithCancel(t.Context())
	set.TimeLimit = 0
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = m.Prepare(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// deaf ignores its cancellation until the test ends.
type deaf struct{ end chan struct{} }

func (d deaf) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { <-d.end }

func TestASolverThatIgnoresCancelIsAbandoned(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	set := fakeSet(t, "sudoku4/fake", 4)
	set.TimeLimit = 20 * time.Millisecond
	rejected, err := fakeSampler("deaf", set, &fakeClock{}, func() solvers.Solver { return deaf{end} }).Prepare(t.Context())
	require.NoError(t, err)
	require.NotNil(t, rejected)
	assert.Equal(t, judge.TimeLimit, rejected.Rejected.Verdict)
	assert.Contains(t, rejected.Rejected.Reason, "abandoned")
	require.Len(t, rejected.Notes, 1, "that it goes on to disturb all others is recorded")
}

// TestASolverThatRewritesItsPuzzleSpoilsNobody: neither while it is judged nor, where
// it begins later, while it is timed.
func TestASolverThatRewritesItsPuzzleSpoilsNobody(t *testing.T) {
	const cases = 5
	for _, honestCalls := range []int{0, 30 * cases} {
		clock := &fakeClock{}
		set := fakeSet(t, "sudoku4/fake", cases)
		before := make([]solvers.Grid, cases)
		for i := range before {
			before[i] = slices.Clone(set.Cases[i].Puzzle)
		}
		m := fakeSampler("rewriter", set, clock, func() solvers.Solver {
			return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				s.honest.Solve(p, l, r)
				if s.calls > honestCalls {
					copy(p, r.First)
				}
			}}
		})
		rejected, err := m.Prepare(t.Context())
		require.NoError(t, err)
		if honestCalls == 0 {
			require.NotNil(t, rejected)
			assert.Equal(t, "WA: case 1: changed the puzzle that it was given", rejected.Rejected.String())
		} else {
			require.Nil(t, rejected)
			for round := range 3 {
				if _, err = m.Sample(t.Context(), round); err != nil {
					break
				}
			}
			assert.ErrorContains(t, err, "changed the puzzle that it was given")
		}
		for i := range before {
			assert.Equal(t, before[i], set.Cases[i].Puzzle, "case %d", i+1)
		}
	}
}
