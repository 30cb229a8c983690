package links

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// A search that has tried everything leaves the links as it found them, and the size of
// each item is the length of its list.
func TestExhaustedSearchRestoresLinks(t *testing.T) {
	searched := 0
	for _, c := range solverstest.CoverCases() {
		var s Solver
		s.load(c.Matrix)
		nodes, headers := slices.Clone(s.nodes), slices.Clone(s.headers)
		var r solvers.Cover
		s.search(&solvers.Limits{Solutions: math.MaxUint64}, &r)
		require.Equal(t, c.Count, r.Solutions, c.Name)
		assert.Equal(t, nodes, s.nodes, c.Name)
		assert.Equal(t, headers, s.headers, c.Name)
		if r.Nodes > 3 {
			searched++
		}
		for h := 1; h < len(s.headers); h++ {
			length := uint32(0)
			for i := s.nodes[h].down; int(i) != h; i = s.nodes[i].down {
				require.Equal(t, uint32(h), s.nodes[i].item, "the header of node %d", i)
				require.Equal(t, i, s.nodes[s.nodes[i].down].up, "the way back to node %d", i)
				length++
			}
			assert.Equal(t, length, s.headers[h].size, "%s, item %d", c.Name, h-1)
		}
	}
	assert.Greater(t, searched, 30)
}

// The layout is that of the package comment.
func TestLayout(t *testing.T) {
	var s Solver
	s.load(solvers.NewMatrix(3, 1, [][]int32{{0, 2}, {1, 3}, {0, 3}}))
	var items []int32
	for _, n := range s.nodes {
		items = append(items, int32(n.item))
	}
	assert.Equal(t, []int32{0, 1, 2, 3, 4, -1, 1, 3, -1, 2, 4, -2, 1, 4, -3}, items)
	assert.Equal(t, header{left: 4, right: 4, size: 2}, s.headers[4])
	assert.Equal(t, node{up: 1, down: 12, item: 1}, s.nodes[6])
	assert.Equal(t, node{up: 6, down: 10, item: 1<<32 - 1}, s.nodes[8], "the spacer between options 0 and 1")
}
