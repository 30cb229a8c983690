package dlx

import (
	"testing"

	"gridjudge/solvers"
)

// list returns the nodes in the list of item c from top to bottom, and checks that the way up visits
// the same nodes.
func (s *Solver) list(t *testing.T, c uint16) (nodes []uint16) {
	t.Helper()
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		if back := s.nodes[s.nodes[i].down].up; back != i {
			t.Fatalf("the way back to node %d leads to node %d", i, back)
		}
		if s.item[i] != c {
			t.Fatalf("the header of node %d is %d, want %d", i, s.item[i], c)
		}
		nodes = append(nodes, i)
	}
	return nodes
}

// A search that has tried everything leaves the links as it found them, and then the size of each
// item equals the length of its list.
func TestExhaustedSearchRestoresLinks(t *testing.T) {
	// AI Escargot, which has one solution and takes hundreds of wrong turns.
	puzzle, err := solvers.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	if err != nil {
		t.Fatal(err)
	}
	s := New(9).(*Solver)
	s.load(puzzle)
	nodes, left, right, key := s.nodes, s.left, s.right, s.key
	var r solvers.Result
	s.search(&solvers.Limits{Solutions: 2}, &r)
	if r.Solutions != 1 {
		t.Fatalf("%d solutions, want 1", r.Solutions)
	}
	if r.Nodes <= 500 {
		t.Fatalf("%d nodes, want more than 500", r.Nodes)
	}
	if nodes != s.nodes || left != s.left || right != s.right || key != s.key {
		t.Error("the links or keys are not as they were")
	}
	for h := 1; h <= s.items; h++ {
		if size, length := int(s.key[h]/oneOption), len(s.list(t, uint16(h))); size != length {
			t.Errorf("item %d: size %d, but a list of %d nodes", h, size, length)
		}
	}
}

// The lists have the options in descending order, which is the order in which they are tried.
func TestOptionsDescend(t *testing.T) {
	s := New(9).(*Solver)
	s.load(solvers.NewGrid(9))
	for h := 1; h <= s.items; h++ {
		nodes := s.list(t, uint16(h))
		if len(nodes) != 9 {
			t.Fatalf("item %d: %d options, want 9", h, len(nodes))
		}
		for k, i := range nodes[1:] {
			if i >= nodes[k] {
				t.Errorf("item %d: node %d below node %d, want descending order", h, i, nodes[k])
			}
		}
	}
}

// If several items have the same size, choose takes the one that is first in the list.
func TestChooseTakesTheFirst(t *testing.T) {
	s := New(9).(*Solver)
	puzzle := solvers.NewGrid(9)
	puzzle[40], puzzle[50], puzzle[80] = 5, 6, 7
	s.load(puzzle)
	if got := s.choose(s.items); got != 41 {
		t.Errorf("choose = %d, want 41, the cell of the first given", got)
	}
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
		if got := s.choose(remaining); got != first {
			t.Fatalf("choose = %d, want %d: %d items remain", got, first, remaining)
		}
	}
}
