package cdcl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// fault returns an error for the first group whose state is wrong, or in which propagation has missed
// something.
func (s *Solver) fault() error {
	for g, noted := range s.encoding.groups {
		var want group
		holds := 0
		for _, l := range s.encoding.members(groupNumber(g)) {
			if s.value[l] >= 0 {
				want += member(l)
			}
			if s.value[l] > 0 {
				holds++
			}
		}
		if holds > 1 || want.open() == 0 || want.open() == 1 && holds == 0 || holds == 1 && want.open() > 1 {
			return fmt.Errorf("group %d has %d true literals and %d that are not false", g, holds, want.open())
		}
		want += group(holds) * satisfied
		if want != noted {
			return fmt.Errorf("group %d is %v, noted as %v", g, want, noted)
		}
	}
	return nil
}

// learned solves a puzzle, and reports whether this took more than singles.
func (s *Solver) learned(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) bool {
	s.Solve(puzzle, limits, r)
	return r.Nodes > 1 || r.Stopped == solvers.NodeBudget
}

// TestGroupsAreKept stops searches by one node budget after another, lets propagation end there, and
// checks all groups.
func TestGroupsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	states := 0
	for _, size := range []int{4, 9, 16} {
		s := New(size)
		for range 10 {
			puzzle := solverstest.Holed(size, size*size/4, rng)
			var r solvers.Result
			for nodes := uint64(1); nodes < 200; nodes += 3 {
				if !s.learned(puzzle, solvers.Limits{Solutions: 20, Nodes: nodes}, &r) || r.Stopped == solvers.Finished {
					break
				}
				if _, ok := s.propagate(); ok {
					states++
					if err := s.fault(); err != nil {
						t.Fatalf("%v after %d search calls: %v", puzzle, nodes, err)
					}
				}
			}
		}
	}
	if states <= 400 {
		t.Errorf("states checked: %d, want more than 400", states)
	}
}

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

func TestFaultIsSeen(t *testing.T) {
	puzzle := solverstest.Holed(9, 30, rand.New(rand.NewPCG(3, 2)))
	s := New(9)
	var r solvers.Result
	if !s.learned(puzzle, solvers.Limits{Nodes: 2}, &r) {
		t.Fatalf("singles suffice for %v", puzzle)
	}
	s.undoTo(0)
	if err := s.fault(); err != nil {
		t.Fatal(err)
	}
	s.encoding.groups[5]++
	if err := s.fault(); !says(err, "group 5 is") {
		t.Errorf("a wrong group: error %v, want one with %q", err, "group 5 is")
	}
}

// TestAgainstBacktracking counts the solutions of puzzles that have few solutions, and of puzzles that
// have many.
func TestAgainstBacktracking(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	many, learned := 0, 0
	for _, c := range []struct{ size, givens int }{{4, 2}, {9, 26}, {16, 140}} {
		s := New(c.size)
		for range 150 {
			puzzle := solverstest.Holed(c.size, c.givens+rng.IntN(c.size), rng)
			count := solverstest.Count(puzzle, 400)
			for _, limit := range []uint64{1, 2, 65, 400} {
				want := min(count, limit)
				if want > 64 {
					many++
				}
				var r solvers.Result
				s.Solve(puzzle, solvers.Limits{Solutions: limit}, &r)
				if r.Solutions != want {
					t.Errorf("up to %d: %d solutions, want %d: %v", limit, r.Solutions, want, puzzle)
				}
				if err := solvers.Check(puzzle, r.First); err != nil {
					t.Fatalf("%v: %v", puzzle, err)
				}
				if r.Nodes > 1 {
					learned++
				}
			}
		}
	}
	if many <= 20 {
		t.Errorf("large counts: %d, want more than 20", many)
	}
	if learned <= 500 {
		t.Errorf("counts by clause learning: %d, want more than 500", learned)
	}
}
