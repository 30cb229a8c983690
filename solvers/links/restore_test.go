package links

import (
	"math"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// A search that has tried everything leaves the links as it found them, and then the size of each
// item equals the length of its list.
func TestExhaustedSearchRestoresLinks(t *testing.T) {
	searched := 0
	for _, c := range append(solverstest.CoverCases(), solverstest.ColoredCases()...) {
		var s Solver
		s.load(c.Problem)
		nodes, headers := slices.Clone(s.nodes), slices.Clone(s.headers)
		var r solvers.Cover
		s.search(&solvers.Limits{Solutions: math.MaxUint64}, &r)
		if r.Solutions != c.Count {
			t.Fatalf("%s: %d covers, want %d", c.Name, r.Solutions, c.Count)
		}
		if !slices.Equal(s.nodes, nodes) {
			t.Errorf("%s: the nodes are\n%v, and were\n%v", c.Name, s.nodes, nodes)
		}
		if !slices.Equal(s.headers, headers) {
			t.Errorf("%s: the headers are\n%v, and were\n%v", c.Name, s.headers, headers)
		}
		if r.Nodes > 3 {
			searched++
		}
		for h := 1; h < len(s.headers); h++ {
			length := uint32(0)
			for i := s.nodes[h].down; int(i) != h; i = s.nodes[i].down {
				if s.nodes[i].item != uint32(h) {
					t.Fatalf("%s: the header of node %d is %d, want %d", c.Name, i, s.nodes[i].item, h)
				}
				if back := s.nodes[s.nodes[i].down].up; back != i {
					t.Fatalf("%s: the way back to node %d leads to node %d", c.Name, i, back)
				}
				length++
			}
			if size := s.headers[h].size; size != length {
				t.Errorf("%s, item %d: size %d, but a list of %d nodes", c.Name, h-1, size, length)
			}
		}
	}
	if searched <= 30 {
		t.Errorf("%d cases were searched, want more than 30", searched)
	}
}

// The tables look as the package comment draws them.
func TestLayout(t *testing.T) {
	var s Solver
	s.load(solvers.NewMatrix(3, 1, [][]int32{{0, 2}, {1, 3}, {0, 3}}))
	var items []int32
	for _, n := range s.nodes {
		items = append(items, int32(n.item))
	}
	if want := []int32{0, 1, 2, 3, 4, -1, 1, 3, -1, 2, 4, -2, 1, 4, -3}; !slices.Equal(items, want) {
		t.Errorf("items of the nodes: %d, want %d", items, want)
	}
	if want := (header{left: 4, right: 4, size: 2}); s.headers[4] != want {
		t.Errorf("header 4: %+v, want %+v", s.headers[4], want)
	}
	if want := (node{up: 1, down: 12, item: 1}); s.nodes[6] != want {
		t.Errorf("node 6: %+v, want %+v", s.nodes[6], want)
	}
	if want := (node{up: 6, down: 10, item: 1<<32 - 1}); s.nodes[8] != want {
		t.Errorf("node 8, the spacer between options 0 and 1: %+v, want %+v", s.nodes[8], want)
	}
}
