package bench

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

func TestRoundsAreShuffledAndMirrored(t *testing.T) {
	s := Schedule(42)
	for round := 0; round < 20; round += 2 {
		there, back := s.Round(round, 50), s.Round(round+1, 50)
		sorted := slices.Sorted(slices.Values(there))
		for i := range 50 {
			require.Equal(t, i, sorted[i], "round %d visits every benchmark once", round)
		}
		slices.Reverse(back)
		assert.Equal(t, there, back, "round %d is mirrored", round)
		assert.NotEqual(t, there, s.Round(round+2, 50), "round %d is shuffled afresh", round+2)
	}
	assert.NotEqual(t, s.Round(0, 50), Schedule(43).Round(0, 50), "another seed, another order")
}

func TestPermutedKeepsTheRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range solvers.Sizes() {
		// A full grid by the usual pattern: row i is row 0 rotated.
		full, box := solvers.NewGrid(size), solvers.Box(size)
		for i := range size {
			for j := range size {
				full[i*size+j] = uint8((i*box+i/box+j)%size + 1)
			}
		}
		require.NoError(t, full.Conflict())
		seen := map[string]bool{}
		for range 50 {
			g := grids.RandomSymmetry(full.Size(), r.Perm, r.IntN).Apply(full)
			assert.NoError(t, solvers.Check(g, g), "size %d: %s", size, g)
			seen[g.String()] = true
		}
		assert.Greater(t, len(seen), 40, "size %d: hardly any two alike", size)

		holes := slices.Clone(full)
		clear(holes[:size])
		assert.Equal(t, holes.Givens(), grids.RandomSymmetry(holes.Size(), r.Perm, r.IntN).Apply(holes).Givens())
	}
}

func TestProcessorsAreKnownWhereThreadsCanBeBound(t *testing.T) {
	cpus := Processors()
	if runtime.GOOS != "linux" {
		assert.Empty(t, cpus)
		return
	}
	assert.Len(t, cpus, runtime.NumCPU())
	assert.IsIncreasing(t, append([]int{-1}, cpus...))
}
