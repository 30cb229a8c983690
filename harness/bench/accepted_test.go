package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// A process that is told how another process judged a solver does not judge again. If a pass takes long, it makes
// only the passes of the sample.
func TestAnAcceptedSolverIsNotJudgedAgain(t *testing.T) {
	const n = 200
	for _, slow := range []time.Duration{0, 10 * time.Millisecond} {
		set := fakeSet(t, "sudoku4/fake", n)
		all, err := set.All(t.Context())
		require.NoError(t, err)
		calls := 0
		clock := &fakeClock{}
		newSolver := func() solvers.Solver {
			return &spoiled{honest: honest{clock: clock, slow: slow}, spoil: func(s *spoiled, puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
				calls++
				s.honest.Solve(puzzle, limits, r)
			}}
		}
		first, result := judged(t, set, clock, newSolver)
		first.settings.TotalsOnly = true
		require.NoError(t, first.Prepare(t.Context(), true))
		want, ns := sampled(t, first, 0)
		assert.Empty(t, ns, "no times of single cases were asked for")
		if slow > 0 {
			require.Equal(t, 1, want.Passes, "a pass is longer than a sample")
		}
		again := func(accepted AcceptedPass) Sampler {
			settings := first.settings
			settings.Passes = want.Passes
			return newSolverSampler(set.NewRunner(fakeSpec("fake", newSolver))(), all, accepted, settings)
		}
		accepted := *AcceptedPassOf(result)
		assert.Equal(t, [2]uint64{want.Nodes, want.Updates}, [2]uint64{accepted.Nodes, accepted.Updates})

		calls = 0
		m := again(accepted)
		require.NoError(t, m.Prepare(t.Context(), false))
		got, _ := sampled(t, m, 0)
		assert.Equal(t, []uint64{want.Nodes, want.Updates, uint64(want.Passes)}, []uint64{got.Nodes, got.Updates, uint64(got.Passes)})
		if slow > 0 {
			assert.Equal(t, n, calls, "one pass in all")
			assert.InDelta(t, want.Allocs, got.Allocs, n/2, "keeping the answers counts as no allocation of the solver")
		}

		for _, wrong := range []AcceptedPass{
			{accepted.Answers + 1, accepted.Nodes, accepted.Updates},
			{accepted.Answers, accepted.Nodes + 1, accepted.Updates},
			{accepted.Answers, accepted.Nodes, accepted.Updates + 1},
		} {
			m := again(wrong)
			err := m.Prepare(t.Context(), false)
			if err == nil {
				_, _, err = m.TakePart(t.Context(), whole(0))
			}
			assert.ErrorContains(t, err, "pass 1: other answers, nodes or updates than when judged")
		}
	}
}
