package bits

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// A problem is known by its items and its matrix alone, whatever was stored before.
func TestStoredProblems(t *testing.T) {
	var f failed
	f.reset(130, math.MaxUint64)
	f.flip(3)
	f.flip(129)
	assert.False(t, f.has())
	f.add()
	assert.True(t, f.has())
	f.flip(129)
	assert.False(t, f.has(), "other items are covered")
	f.flip(129)
	assert.True(t, f.has())
	f.reset(130, math.MaxUint64)
	f.flip(3)
	f.flip(129)
	assert.False(t, f.has(), "another matrix")

	f.reset(130, math.MaxUint64)
	for i := range f.slots { // what the problems of a matrix with more items may have left
		f.slots[i] = f.matrix + 1
	}
	f.reset(64, math.MaxUint64)
	f.key[1] = f.matrix
	assert.False(t, f.has(), "words of other problems")

	for budget, stored := range map[uint64]bool{0: false, 15: false, 16: true} {
		f.reset(64, budget)
		f.add()
		assert.Equal(t, stored, f.has(), "%d bytes", budget)
		assert.LessOrEqual(t, uint64(8*len(f.slots)), budget)
	}
}

// With and without memory, the same covers are counted; with it, in fewer nodes where problems come twice.
func TestFailures(t *testing.T) {
	used := New()
	solve := func(m *solvers.Matrix, limits solvers.Limits) (found solvers.Cover) {
		used.Solve(m, limits, &found)
		return found
	}
	for _, tier := range matrices.Tiers() {
		if tier.Name != "worst" || tier.Problem == "xc" {
			continue
		}
		for i := range 2 {
			m := tier.Make(1, i)
			found := solve(m, solvers.Limits{Nodes: 1_000_000})
			assert.Equal(t, solvers.Finished, found.Stopped, tier.Problem)
			assert.Equal(t, i%2 == 0, found.Solutions == 1 && m.Check(found.First) == nil, tier.Problem)
		}
	}
	all := solvers.Limits{Solutions: math.MaxUint64}
	nodes := func(m *solvers.Matrix, about ...any) (with, without uint64) {
		once, again := solve(m, all), solve(m, solvers.Limits{Solutions: math.MaxUint64, Memory: 1})
		require.Equal(t, again.Solutions, once.Solutions, about...)
		require.Equal(t, again.First, once.First, about...)
		return once.Nodes, again.Nodes
	}
	for _, columns := range []int{20, 22} {
		with, without := nodes(matrices.Strip(4, columns, false), "strip of %d columns", columns)
		assert.Less(t, with, without, "strip of %d columns", columns)
	}
	for seed := range uint64(12) {
		r := matrices.Random{Seed: seed, Primary: 66 + 3*int(seed), Size: 3, Options: 120 + 9*int(seed)}
		for _, m := range []*solvers.Matrix{
			matrices.Strip(4, 10+2*int(seed%4), false), matrices.Planted(r), matrices.Infeasible(r),
		} {
			with, without := nodes(m, "seed %d", seed)
			assert.LessOrEqual(t, with, without, "seed %d", seed)
		}
	}
}
