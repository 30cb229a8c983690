package dlx

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// list collects the nodes of item c downwards, and checks the way back.
func (s *Solver) list(t *testing.T, c uint16) (nodes []uint16) {
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		require.Equal(t, i, s.nodes[s.nodes[i].down].up, "the way back to node %d", i)
		require.Equal(t, c, s.item[i], "the header of node %d", i)
		nodes = append(nodes, i)
	}
	return nodes
}

// A search that has tried everything leaves the links as it found them, and
// each size is the length of its list.
func TestExhaustedSearchRestoresLinks(t *testing.T) {
	// AI Escargot, which has one solution and takes hundreds of wrong turns.
	puzzle, err := solvers.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	require.NoError(t, err)
	s := New(9).(*Solver)
	s.load(puzzle)
	nodes, left, right, key := s.nodes, s.left, s.right, s.key
	var r solvers.Result
	s.search(&solvers.Limits{Solutions: 2}, &r)
	require.EqualValues(t, 1, r.Solutions)
	require.Greater(t, r.Nodes, uint64(500))
	assert.True(t, nodes == s.nodes && left == s.left && right == s.right && key == s.key, "not as it was")
	for h := 1; h <= s.items; h++ {
		assert.Equal(t, int(s.key[h]/oneOption), len(s.list(t, uint16(h))), "item %d", h)
	}
}

// Options hang in descending order, which is the order of trial.
func TestOptionsDescend(t *testing.T) {
	s := New(9).(*Solver)
	s.load(solvers.NewGrid(9))
	for h := 1; h <= s.items; h++ {
		nodes := s.list(t, uint16(h))
		require.Len(t, nodes, 9, "item %d", h)
		for k, i := range nodes[1:] {
			assert.Less(t, i, nodes[k], "item %d", h)
		}
	}
}

// The first of several items of the same size is chosen, as a walk of the
// list finds it.
func TestChooseTakesTheFirst(t *testing.T) {
	s := New(9).(*Solver)
	puzzle := solvers.NewGrid(9)
	puzzle[40], puzzle[50], puzzle[80] = 5, 6, 7
	s.load(puzzle)
	assert.Equal(t, uint16(41), s.choose(s.items), "the cell of the first given")
	remaining := s.items
	for range 20 {
		s.cover(s.choose(remaining))
		s.cover(s.left[root]) // the list has to stay even
		remaining -= 2
		first, fewest := uint16(root), ^uint32(0)
		for h := s.right[root]; h != root; h = s.right[h] {
			if size := s.key[h] / oneOption; size < fewest {
				first, fewest = h, size
			}
		}
		require.Equal(t, first, s.choose(remaining), "%d items remain", remaining)
	}
}
