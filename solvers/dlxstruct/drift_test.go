package dlxstruct

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// excess sums, over all items, by how much the size exceeds the length of the
// list, which it walks both ways.
func (s *Solver) excess(t *testing.T) (sum int64) {
	for h := 1; h <= s.items; h++ {
		var length int64
		c := uint16(h)
		for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
			require.Equal(t, i, s.nodes[s.nodes[i].down].up, "the way back to node %d", i)
			length++
		}
		size := s.key[c] / one
		require.GreaterOrEqual(t, size, length, "item %d", h)
		sum += size - length
	}
	return sum
}

// Uncovering first first restores the links but not the sizes; uncovering last
// first restores both. Nothing else differs between the two contestants.
func TestOnlyTheBuggySolverDrifts(t *testing.T) {
	// AI Escargot, which has one solution and takes hundreds of wrong turns.
	puzzle, err := solvers.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	require.NoError(t, err)
	for _, repaired := range []bool{false, true} {
		s := newSolver(9, repaired)
		s.load(puzzle)
		nodes, left, right := s.nodes, s.left, s.right
		require.Zero(t, s.excess(t))
		var r solvers.Result
		s.search(&solvers.Limits{Solutions: 2}, &r)
		require.EqualValues(t, 1, r.Solutions)
		assert.True(t, nodes == s.nodes && left == s.left && right == s.right, "repaired %v: the links changed", repaired)
		if repaired {
			assert.Zero(t, s.excess(t), "each node is counted once")
		} else {
			assert.Positive(t, s.excess(t), "some nodes are counted twice")
		}
	}
}

// A size that drifted beyond 32 bits is still a size, and still names its item.
func TestSizesAreWide(t *testing.T) {
	s := newSolver(9, false)
	s.load(solvers.NewGrid(9))
	for h := 1; h <= s.items; h++ {
		s.key[h] += int64(1<<33) * one
	}
	assert.Equal(t, uint16(s.items), s.choose(s.items), "all alike: the last item")
	s.key[7] -= one
	assert.Equal(t, uint16(7), s.choose(s.items), "one smaller by one")
}

// At 16x16 the drift makes the search hopeless, which is why dlx-struct-buggy does
// not take that size: the repaired solver needs 5,685 nodes.
func TestTheBuggySolverIsHopelessAt16(t *testing.T) {
	puzzle, err := solvers.ParseGrid("--A----C-----O-I-J--A-B-P-CGF-H---D--F-I-E----P--G-EL-H----M-J------E----C--G----I--K-GA-B---E-J" +
		"D-GP--J-F----A---E---C-B--DP--O-E--F-M--D--L-K-A-C--------O-I-L-H-P-C--F-A--B------G-OD---J----H" +
		"K---J----H-A-P-L--B--P--E--K--A--H--B--K--FI-C----F---C--D--H-N-")
	require.NoError(t, err)
	var r solvers.Result
	newSolver(16, true).Solve(puzzle, solvers.Limits{}, &r)
	require.EqualValues(t, 1, r.Solutions)
	require.Equal(t, uint64(5685), r.Nodes)
	newSolver(16, false).Solve(puzzle, solvers.Limits{Nodes: 50 * 5685}, &r)
	assert.Equal(t, solvers.NodeBudget, r.Stopped, "50 times the nodes do not suffice")
}
