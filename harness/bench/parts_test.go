package bench

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

func TestPartsMakeAWhole(t *testing.T) {
	set := fakeSet(t, "sudoku4/fake", 20)
	sampler := func() Sampler {
		clock := &fakeClock{}
		return prepared(t, set, clock, func() solvers.Solver { return &honest{clock: clock} })
	}
	whole, wholeNS := sampled(t, sampler(), 0)
	require.Greater(t, whole.Passes, 3)
	for _, parts := range []int{1, 3, whole.Passes, 3 * whole.Passes} {
		m := sampler()
		sum := &results.Sample{}
		for part := range parts {
			p, ns, err := m.TakePart(t.Context(), Part{Index: part, Of: parts})
			require.NoError(t, err)
			assert.Equal(t, part == parts-1, len(ns) > 0, "part %d of %d: only the last has the times of cases", part, parts)
			assert.False(t, part == parts-1 && p.Passes == 0, "the last of %d parts is not empty", parts)
			if len(ns) > 0 {
				assert.Equal(t, wholeNS, ns, "%d parts", parts)
			}
			sum.Join(p)
		}
		assert.Equal(t, whole.Passes, sum.Passes, "%d parts", parts)
		assert.Equal(t, whole.Wall, sum.Wall, "%d parts", parts)
		assert.Equal(t, whole.CPU, sum.CPU, "%d parts", parts)
		assert.Equal(t, whole.P50, sum.P50, "%d parts", parts)
		assert.Equal(t, whole.P99, sum.P99, "%d parts", parts)
	}
}

func TestAllocationsOfPartsAreOfAllPasses(t *testing.T) {
	s := &results.Sample{Passes: 2, Bytes: 30, Allocs: 3}
	s.Join(&results.Sample{Passes: 0, Bytes: 0})
	assert.EqualValues(t, 30, s.Bytes)
	s.Join(&results.Sample{Passes: 4, Bytes: 60, Allocs: 6})
	assert.EqualValues(t, []uint64{50, 5}, []uint64{s.Bytes, s.Allocs})
}

func TestThePeakOfPartsIsTheLargest(t *testing.T) {
	s := &results.Sample{Passes: 1, RSS: 30}
	s.Join(&results.Sample{Passes: 1, RSS: 50})
	s.Join(&results.Sample{Passes: 1, RSS: 40})
	assert.EqualValues(t, 50, s.RSS)
}

func TestASampleGoesThroughAllCopies(t *testing.T) {
	clock := &fakeClock{}
	set := fakeSet(t, "sudoku4/fake", 5)
	var made []*spoiled
	m := prepared(t, set, clock, func() solvers.Solver {
		s := &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			s.honest.Solve(p, l, r)
		}}
		made = append(made, s)
		return s
	})
	made = made[1:] // the first one was the judge's
	require.Len(t, made, copies)
	before := make([]int, copies)
	for i, s := range made {
		before[i] = s.calls
		assert.Positive(t, s.calls, "copy %d is warm", i)
	}
	const parts = 20
	least, most := math.MaxInt, 0
	for part := range parts {
		_, _, err := m.TakePart(t.Context(), Part{Index: part, Of: parts})
		require.NoError(t, err)
	}
	for i, s := range made {
		least, most = min(least, s.calls-before[i]), max(most, s.calls-before[i])
	}
	assert.LessOrEqual(t, most-least, 3*set.Len(), "each has the same share of the passes, but for a pass at either end and the one for times of cases")
	assert.Greater(t, least, 10*set.Len())
}
