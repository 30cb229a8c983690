package sparse

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// The layout is that of the package comment.
func TestLayout(t *testing.T) {
	var s Sets
	require.True(t, s.Load(solvers.NewMatrix(3, 1, [][]int32{{0, 2}, {1, 3}, {0, 3}})))
	item, single := s.Choose()
	assert.Equal(t, 2, item, "c, noted after b")
	assert.True(t, single)

	s.takeOut(2)
	require.True(t, s.hide(2, 0))
	assert.Equal(t, []uint32{7, 1, 4, 2, 5, 8}, s.cells[:6])
	assert.Equal(t, []uint32{0, 1, 3, 2}, s.active)
	assert.Equal(t, uint32(3), s.left)
	sizes := []uint32{}
	for _, set := range s.sets {
		sizes = append(sizes, set.size)
	}
	assert.Equal(t, []uint32{1, 1, 1, 2}, sizes)
	items := []int32{}
	for _, n := range s.nodes {
		items = append(items, int32(n.item))
	}
	assert.Equal(t, []int32{-1, 0, 2, -2, 1, 3, -2, 0, 3, -2}, items)
}
