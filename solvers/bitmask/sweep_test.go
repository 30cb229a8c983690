package bitmask

import (
	"testing"

	"gridjudge/solvers"
)

// loaded makes a solver whose first level holds the puzzle.
func loaded(t *testing.T, line string) (*Solver, *state) {
	t.Helper()
	g, err := solvers.ParseGrid(line)
	if err != nil {
		t.Fatal(err)
	}
	s := New(g.Size()).(*Solver)
	if !s.load(g) {
		t.Fatalf("load(%s) = false, want true", line)
	}
	return s, &s.levels[0].state
}

// Each kind of single is found by its own part of the sweep, in puzzles where the parts before it find
// nothing.
func TestSinglesOfEveryKind(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		sweep        func(*Solver, *state) bool
		row, column  int
		digit        uint8
	}{
		{"cell", "12.." + "...." + "...." + "...3", (*Solver).nakedSingles, 0, 3, 4},
		{"row", "1..." + "...." + ".1.." + "...2", (*Solver).singlesInRows, 3, 2, 1},
		{"column", "1..." + "..1." + "...." + "...2", (*Solver).singlesInColumns, 2, 3, 1},
		{"box", "1..." + "...." + "...1" + "....", (*Solver).singlesInBoxes, 1, 2, 1},
	} {
		s, st := loaded(t, c.puzzle)
		if !c.sweep(s, st) {
			t.Fatalf("%s: the sweep of %s = false, want true", c.name, c.puzzle)
		}
		bit := uint32(1) << c.column
		if st.openRow[c.row]&bit != 0 {
			t.Fatalf("%s: the cell is still empty", c.name)
		}
		if got := s.answer[c.row*s.size+c.column]; got != c.digit {
			t.Errorf("%s: digit %d in the cell, want %d", c.name, got, c.digit)
		}
	}
}

// A cell without a candidate and a digit without a cell end a sweep.
func TestDeadEnds(t *testing.T) {
	s, st := loaded(t, "123."+"...4"+"...."+"....")
	if s.nakedSingles(st) {
		t.Error("nakedSingles = true, want false: row 1, column 4 has no candidate")
	}
	for name, c := range map[string]struct {
		puzzle string
		sweep  func(*Solver, *state) bool
	}{
		"row":    {"12.." + "..3." + "...." + "....", (*Solver).singlesInRows},
		"column": {"1..." + "2..." + ".3.." + "....", (*Solver).singlesInColumns},
		"box":    {"1..3" + ".2.." + "3..." + "....", (*Solver).singlesInBoxes},
	} {
		s, st := loaded(t, c.puzzle)
		if c.sweep(s, st) {
			t.Errorf("the sweep = true, want false: %s without a cell for 3: %s", name, c.puzzle)
		}
	}
}

// A mask cannot hold a digit twice, so load must notice clashing givens while it places them.
func TestClashingGivens(t *testing.T) {
	for _, line := range []string{"1..1............", "1...........1...", "1....1.........."} {
		g, err := solvers.ParseGrid(line)
		if err != nil {
			t.Fatal(err)
		}
		s := New(4).(*Solver)
		if s.load(g) {
			t.Errorf("load(%s) = true, want false", line)
		}
		var r solvers.Result
		s.Solve(g, solvers.Limits{}, &r)
		if r.Nodes != 1 || r.Solutions != 0 || r.Stopped != solvers.Finished {
			t.Errorf("Solve(%s): %+v, want 1 node, no solution, finished", line, r.Counts)
		}
	}
}
