package bits_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/solverstest"
)

var all = solvers.Limits{Solutions: math.MaxUint64}

// count is an oracle: it covers the first uncovered primary item by each of its options in turn.
func count(m *solvers.Matrix) uint64 {
	options := make([][][]int32, m.Items()) // those of each item
	for _, option := range m.All() {
		for _, item := range option {
			options[item] = append(options[item], option)
		}
	}
	covered := make([]bool, m.Items())
	var from func(first int) uint64
	from = func(first int) (covers uint64) {
		for first < m.Primary && covered[first] {
			first++
		}
		if first == m.Primary {
			return 1
		}
		for _, option := range options[first] {
			if slices.ContainsFunc(option, func(item int32) bool { return covered[item] }) {
				continue
			}
			for _, item := range option {
				covered[item] = true
			}
			covers += from(first + 1)
			for _, item := range option {
				covered[item] = false
			}
		}
		return covers
	}
	return from(0)
}

// random makes a matrix of few options, with duplicates, empty options and options without
// a primary item among them. So that its masks have many words, it has spread
// more items, each with an option of its own.
func random(rng *rand.Rand, spread int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 1 + rng.IntN(8), Secondary: rng.IntN(5)}
	for range rng.IntN(24) {
		var option []int32
		for item := range m.Items() {
			if rng.IntN(3) == 0 {
				option = append(option, int32(item))
			}
		}
		m.Add(option)
		if rng.IntN(8) == 0 {
			m.Add(option)
		}
	}
	at := rng.Perm(m.Primary + spread)
	var wide [][]int32
	for _, option := range m.All() {
		var moved []int32
		for _, item := range option {
			if int(item) < m.Primary {
				moved = append(moved, int32(at[item]))
			} else {
				moved = append(moved, item+int32(spread))
			}
		}
		wide = append(wide, moved)
	}
	for _, item := range at[m.Primary:] {
		wide = append(wide, []int32{int32(item)})
	}
	rng.Shuffle(len(wide), func(i, j int) { wide[i], wide[j] = wide[j], wide[i] })
	return solvers.NewMatrix(m.Primary+spread, m.Secondary, wide)
}

// A used solver agrees with the oracle on matrices of one word to many.
func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	used := bits.New()
	for i := range 6_000 {
		m := random(rng, []int{0, 0, 0, 60, 130, 300}[i%6])
		var found, fresh solvers.Cover
		used.Solve(m, all, &found)
		require.Equal(t, count(m), found.Solutions, "%+v", m)
		if found.Solutions > 0 {
			require.NoError(t, m.Check(found.First), "%+v", m)
		}
		bits.New().Solve(m, all, &fresh)
		require.Equal(t, fresh, found, "%+v", m)
	}
}

// A matrix without primary items has the empty cover.
func TestNoPrimary(t *testing.T) {
	var found solvers.Cover
	bits.New().Solve(solvers.NewMatrix(0, 1, [][]int32{{0}}), all, &found)
	assert.Equal(t, solvers.Counts{Solutions: 1, Nodes: 1}, found.Counts)
	assert.Empty(t, found.First)
}

// A budget of nodes ends the search after that many, wherever that is, and a budget that is enough
// changes nothing.
func TestBudget(t *testing.T) {
	for _, m := range []*solvers.Matrix{matrices.Queens(6), matrices.YPentominoes(5, 10), matrices.Dominoes(4, 5)} {
		s := bits.New()
		var whole, part solvers.Cover
		s.Solve(m, all, &whole)
		for nodes := uint64(1); nodes <= whole.Nodes; nodes++ {
			s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes}, &part)
			require.Equal(t, nodes, part.Nodes)
			require.Equal(t, nodes == whole.Nodes, part.Stopped == solvers.Finished, nodes)
			require.LessOrEqual(t, part.Solutions, whole.Solutions)
		}
		assert.Equal(t, whole, part)
		for covers := uint64(1); covers <= whole.Solutions; covers++ {
			s.Solve(m, solvers.Limits{Solutions: covers}, &part)
			require.Equal(t, covers, part.Solutions)
			require.Equal(t, whole.First, part.First)
			require.Equal(t, solvers.Finished, part.Stopped)
		}
		var cancel atomic.Bool
		cancel.Store(true)
		s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Cancel: &cancel}, &part)
		assert.Equal(t, solvers.Cancelled, part.Stopped)
		assert.Zero(t, part.Nodes)
	}
}

// A warm solver allocates nothing.
func TestAllocations(t *testing.T) {
	s := bits.New()
	var found solvers.Cover
	small, large := matrices.Queens(6), matrices.YPentominoes(10, 10)
	s.Solve(large, all, &found)
	assert.Zero(t, testing.AllocsPerRun(3, func() {
		s.Solve(small, all, &found)
		s.Solve(large, all, &found)
	}))
}

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, bits.Spec)
	solverstest.RunCovers(t, bits.Spec)
}
