package dlxstruct

import (
	"testing"

	"gridjudge/solvers"
)

// excess returns by how much the sizes of all items exceed the lengths of their lists, in total. It
// walks each list in both directions and checks that they agree.
func (s *Solver) excess(t *testing.T) (sum int64) {
	t.Helper()
	for h := 1; h <= s.items; h++ {
		var length int64
		c := uint16(h)
		for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
			if back := s.nodes[s.nodes[i].down].up; back != i {
				t.Fatalf("the way back to node %d leads to node %d", i, back)
			}
			length++
		}
		size := s.key[c] / oneOption
		if size < length {
			t.Fatalf("item %d: size %d, but a list of %d nodes", h, size, length)
		}
		sum += size - length
	}
	return sum
}

// If the first covered item is uncovered first, the links are restored, but not the sizes. If the last
// covered item is uncovered first, both are. The two contestants do not differ in anything else.
func TestOnlyTheBuggySolverDrifts(t *testing.T) {
	// AI Escargot, which has one solution and takes hundreds of wrong turns.
	puzzle, err := solvers.ParseGrid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	if err != nil {
		t.Fatal(err)
	}
	for _, repaired := range []bool{false, true} {
		s := newSolver(9, repaired)
		s.load(puzzle)
		nodes, left, right := s.nodes, s.left, s.right
		if excess := s.excess(t); excess != 0 {
			t.Fatalf("repaired %v: excess %d before the search, want 0", repaired, excess)
		}
		var r solvers.Result
		s.search(&solvers.Limits{Solutions: 2}, &r)
		if r.Solutions != 1 {
			t.Fatalf("repaired %v: %d solutions, want 1", repaired, r.Solutions)
		}
		if nodes != s.nodes || left != s.left || right != s.right {
			t.Errorf("repaired %v: the links changed", repaired)
		}
		excess := s.excess(t)
		if repaired && excess != 0 {
			t.Errorf("repaired: excess %d, want 0: each node is counted once", excess)
		}
		if !repaired && excess <= 0 {
			t.Errorf("not repaired: excess %d, want more than 0: some nodes are counted twice", excess)
		}
	}
}

// A size may grow beyond 32 bits. The key is then still compared by the size, and still contains the
// number of the item.
func TestSizesAreWide(t *testing.T) {
	s := newSolver(9, false)
	s.load(solvers.NewGrid(9))
	for h := 1; h <= s.items; h++ {
		s.key[h] += int64(1<<33) * oneOption
	}
	if got := s.choose(s.items); got != uint16(s.items) {
		t.Errorf("all alike: choose = %d, want %d, the last item", got, s.items)
	}
	s.key[7] -= oneOption
	if got := s.choose(s.items); got != 7 {
		t.Errorf("one smaller by one: choose = %d, want 7", got)
	}
}

// At 16x16 the wrong sizes make the search hopelessly long: the repaired solver needs 5,685 nodes, and
// the buggy one is still searching after 50 times as many. So dlx-struct-buggy does not take that size.
func TestTheBuggySolverIsHopelessAt16(t *testing.T) {
	puzzle, err := solvers.ParseGrid("--A----C-----O-I-J--A-B-P-CGF-H---D--F-I-E----P--G-EL-H----M-J------E----C--G----I--K-GA-B---E-J" +
		"D-GP--J-F----A---E---C-B--DP--O-E--F-M--D--L-K-A-C--------O-I-L-H-P-C--F-A--B------G-OD---J----H" +
		"K---J----H-A-P-L--B--P--E--K--A--H--B--K--FI-C----F---C--D--H-N-")
	if err != nil {
		t.Fatal(err)
	}
	var r solvers.Result
	newSolver(16, true).Solve(puzzle, solvers.Limits{}, &r)
	if r.Solutions != 1 {
		t.Fatalf("%d solutions, want 1", r.Solutions)
	}
	if r.Nodes != 5685 {
		t.Fatalf("%d nodes, want 5685", r.Nodes)
	}
	newSolver(16, false).Solve(puzzle, solvers.Limits{Nodes: 50 * 5685}, &r)
	if r.Stopped != solvers.NodeBudget {
		t.Errorf("stopped: %v, want %v: 50 times the nodes do not suffice", r.Stopped, solvers.NodeBudget)
	}
}
