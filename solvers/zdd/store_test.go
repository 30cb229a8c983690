package zdd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// The store finds each key that it has, and no other, beyond several growths of its
// table and its chunks.
func TestStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 5))
	for words := 1; words <= 3; words++ {
		var s store
		for range 2 { // the second time with the memory of the first
			s.reset(words, math.MaxUint64)
			known := map[[3]uint64]int{}
			key := make([]uint64, words)
			for range 10 * perChunk {
				for w := range key {
					key[w] = rng.Uint64N(20 << (6 / words))
				}
				record, found := s.find(key)
				want, ok := known[[3]uint64(append(append([]uint64{}, key...), 0, 0, 0)[:3])]
				require.Equal(t, ok, found)
				if !ok {
					want = record
					require.Zero(t, *s.count(record))
					*s.count(record) = uint64(len(known) + 1)
					known[[3]uint64(append(append([]uint64{}, key...), 0, 0, 0)[:3])] = record
				}
				require.Equal(t, want, record)
			}
			assert.Equal(t, len(known), s.records)
			assert.Greater(t, len(known), perChunk)
		}
	}
}

// Keys of the same hash are told apart.
func TestStoreComparesKeys(t *testing.T) {
	var s store
	s.reset(2, math.MaxUint64)
	a, b := []uint64{1, 2}, []uint64{3, 4}
	first, _ := s.find(a)
	s.slots[hashOf(b)&uint32(len(s.slots)-1)] = slot{hashOf(b), uint32(first + 1)} // as if a had the hash of b
	second, known := s.find(b)
	assert.False(t, known)
	assert.NotEqual(t, first, second)
}

// The memory kept never exceeds the budget, and a smaller budget ends the search earlier.
func TestStoreKeepsToItsBudget(t *testing.T) {
	m, last := solverstest.Pairs(24), uint64(0)
	for budget := uint64(1 << 14); budget < 1<<22; budget *= 2 {
		s := New().(*Solver)
		var r solvers.Cover
		s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Memory: budget}, &r)
		require.Equal(t, solvers.MemoryBudget, r.Stopped, budget)
		kept := uint64(cap(s.store.slots)+cap(s.store.spare)) * 8
		for _, chunk := range s.store.chunks {
			kept += uint64(cap(chunk)) * 8
		}
		assert.LessOrEqual(t, kept, budget)
		assert.GreaterOrEqual(t, r.Nodes, last)
		last = r.Nodes
	}
}

// The count is that of the formula where no program could visit the covers one by one.
func TestCountsBeyondVisiting(t *testing.T) {
	var r solvers.Cover
	s := New()
	want := uint64(1) // (2n-1)!!
	for n := uint64(1); n <= 8; n++ {
		want *= 2*n - 1
		s.Solve(solverstest.Pairs(int(2*n)), solvers.Limits{Solutions: math.MaxUint64}, &r)
		assert.Equal(t, want, r.Solutions)
		assert.Equal(t, solvers.Finished, r.Stopped)
	}
	s.Solve(solverstest.Choices(63), solvers.Limits{Solutions: math.MaxUint64}, &r)
	assert.Equal(t, solvers.Counts{Solutions: 1 << 63, Nodes: r.Nodes, Updates: r.Updates}, r.Counts)
	assert.Less(t, r.Nodes, uint64(200))
	s.Solve(solverstest.Choices(64), solvers.Limits{Solutions: math.MaxUint64}, &r)
	assert.Equal(t, solvers.CountOverflow, r.Stopped)
}
