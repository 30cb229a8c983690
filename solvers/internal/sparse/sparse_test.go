package sparse

import (
	"slices"
	"testing"

	"gridjudge/solvers"
)

// The tables look as the package comment draws them.
func TestLayout(t *testing.T) {
	var s Sets
	if !s.Load(solvers.NewMatrix(3, 1, [][]int32{{0, 2}, {1, 3}, {0, 3}})) {
		t.Fatal("Load = false, want true")
	}
	item, forced := s.Choose()
	if item != 2 {
		t.Errorf("Choose = item %d, want 2: c, noted after b", item)
	}
	if !forced {
		t.Error("Choose: not single, want single")
	}

	s.takeOut(2)
	if !s.hide(2, 0) {
		t.Fatal("hide(2, 0) = false, want true")
	}
	if want := []uint32{7, 1, 4, 2, 5, 8}; !slices.Equal(s.cells[:6], want) {
		t.Errorf("cells: %d, want %d", s.cells[:6], want)
	}
	if want := []uint32{0, 1, 3, 2}; !slices.Equal(s.active, want) {
		t.Errorf("active: %d, want %d", s.active, want)
	}
	if s.left != 3 {
		t.Errorf("left: %d, want 3", s.left)
	}
	sizes := []uint32{}
	for _, set := range s.sets {
		sizes = append(sizes, set.size)
	}
	if want := []uint32{1, 1, 1, 2}; !slices.Equal(sizes, want) {
		t.Errorf("sizes of the sets: %d, want %d", sizes, want)
	}
	items := []int32{}
	for _, n := range s.nodes {
		items = append(items, int32(n.item))
	}
	if want := []int32{-1, 0, 2, -2, 1, 3, -2, 0, 3, -2}; !slices.Equal(items, want) {
		t.Errorf("items of the nodes: %d, want %d", items, want)
	}
}
