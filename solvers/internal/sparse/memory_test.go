package sparse

import (
	"testing"

	"gridjudge/solvers"
)

// TestMemoryGrowsWithTheOptions descends through matrices whose items have two options each, one
// level per item. A level has a size for every remaining item, but the sizes that are kept must not
// be more than the members of the matrix.
func TestMemoryGrowsWithTheOptions(t *testing.T) {
	for _, items := range []int{100, 1000, 4000} {
		m := &solvers.Matrix{Primary: items}
		for i := range int32(items) {
			m.Add([]int32{i})
			m.Add([]int32{i})
		}
		s := &Sets{}
		s.Load(m)
		for depth := range items {
			item, forced := s.Choose()
			if forced || !s.TryFirst(depth, item, forced) {
				t.Fatalf("%d items: level %d has no choice", items, depth)
			}
		}
		if got, most := cap(s.trail), 2*len(m.Members)+64; got > most {
			t.Errorf("%d items: room for %d sizes, want at most %d", items, got, most)
		}
	}
}
