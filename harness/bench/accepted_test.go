package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// A process that is told what another one accepted does not judge again: of a long pass it makes none but the sample's.
func TestAnAcceptedSolverIsNotJudgedAgain(t *testing.T) {
	const cases = 200
	for _, slow := range []time.Duration{0, 10 * time.Millisecond} {
		set := fakeSet(t, "sudoku4/fake", cases)
		calls := 0
		sampler := func(accepted *Accepted, passes int) PartialSampler {
			clock := &fakeClock{}
			m := fakeSampler("honest", set, clock, func() solvers.Solver {
				return &spoiled{honest: honest{clock: clock, slow: slow}, spoil: func(s *spoiled, puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
					calls++
					s.honest.Solve(puzzle, limits, r)
				}}
			}).(*solverSampler)
			m.settings.Accepted, m.settings.Passes, m.settings.TotalsOnly = accepted, passes, true
			return m
		}
		first := sampler(nil, 0)
		rejected, err := first.Prepare(t.Context())
		require.NoError(t, err)
		require.Nil(t, rejected)
		whole, err := first.Sample(t.Context(), 0)
		require.NoError(t, err)
		assert.Empty(t, whole.Latency, "no times of single cases were asked for")
		if slow > 0 {
			require.Equal(t, 1, whole.Of, "a pass is longer than a sample")
		}
		accepted := &Accepted{Digest: whole.Digest, Nodes: whole.Nodes, Updates: whole.Updates}

		calls = 0
		again := sampler(accepted, whole.Of)
		rejected, err = again.Prepare(t.Context())
		require.NoError(t, err)
		require.Nil(t, rejected)
		s, err := again.Sample(t.Context(), 0)
		require.NoError(t, err)
		assert.Equal(t, []uint64{whole.Digest, whole.Nodes, whole.Updates, uint64(whole.Passes)}, []uint64{s.Digest, s.Nodes, s.Updates, uint64(s.Passes)})
		assert.Len(t, s.Counters, cases)
		if slow > 0 {
			assert.Equal(t, cases, calls, "one pass in all")
			assert.InDelta(t, whole.Allocs, s.Allocs, cases/2, "keeping the answers counts as no allocation of the solver")
		}

		for _, wrong := range []*Accepted{
			{Digest: accepted.Digest + 1, Nodes: accepted.Nodes, Updates: accepted.Updates},
			{Digest: accepted.Digest, Nodes: accepted.Nodes + 1, Updates: accepted.Updates},
		} {
			again := sampler(wrong, whole.Of)
			rejected, err := again.Prepare(t.Context())
			require.NoError(t, err)
			reason := ""
			if rejected != nil {
				reason = rejected.Rejected.String()
			} else {
				_, err = again.Sample(t.Context(), 0)
				require.Error(t, err)
				reason = err.Error()
			}
			assert.Contains(t, reason, "differ from those of the process in which it was judged")
		}
	}
}
