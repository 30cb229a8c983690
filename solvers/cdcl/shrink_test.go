package cdcl

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// faultOfClause returns an error unless propagation alone shows that the groups and the stored clauses
// imply the given clause. It undoes all levels.
func (s *Solver) faultOfClause(clause []literal) error {
	s.undoTo(0)
	defer s.undoTo(0)
	for _, l := range clause {
		if s.value[l] > 0 {
			return nil
		}
		if s.value[l] < 0 {
			continue
		}
		s.decide(l.not())
		if _, ok := s.propagate(); !ok {
			return nil
		}
	}
	return errors.New("propagation does not show that the clause is implied")
}

// learnFrom makes decisions until there is a conflict, and returns the clause that is learned from it,
// with its LBD. If there is no conflict, or if it is at level 0, learnFrom returns no clause.
func (s *Solver) learnFrom() (learned []literal, lbd int) {
	for {
		broken, ok := s.propagate()
		switch {
		case !ok && len(s.levelStart) == 0:
			return nil, 0
		case !ok:
			_, lbd = s.analyze(broken)
			return slices.Clone(s.analysis.learned), lbd
		case !s.decideNext():
			return nil, 0
		}
	}
}

// levelsOf returns the levels of the literals, in ascending order.
func (s *Solver) levelsOf(literals []literal) (levels []int32) {
	for _, l := range literals {
		levels = append(levels, s.info[l.variable()].level)
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// addLearned stores a learned clause. All levels must have been undone.
func (s *Solver) addLearned(learned []literal, lbd int) {
	switch len(learned) {
	case 1:
		s.assign(learned[0], byNothing)
	case 2:
		s.clauses.attach(learned[0], learned[1], binaryClause)
	default:
		s.clauses.add(learned, lbd)
	}
}

// TestShrink learns clauses. Before it stores one, it has propagation show that the clause is implied.
// To see that this check can fail, it also removes a literal from each clause, after which propagation
// must no longer show it for most of them.
func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	shrunk, caught := 0, 0
	for _, c := range []struct{ size, givens int }{{9, 22}, {16, 90}, {25, 250}} {
		s := New(c.size)
		for range 5 {
			var r solvers.Result
			puzzle := solverstest.Holed(c.size, c.givens, rng)
			if !s.learned(puzzle, solvers.Limits{Nodes: 2}, &r) {
				t.Fatalf("singles suffice for %v", puzzle)
			}
			for range 60 {
				s.analysis.shrunk = s.analysis.shrunk[:0]
				learned, lbd := s.learnFrom()
				if learned == nil {
					break
				}
				if before := s.analysis.shrunk; len(before) > len(learned) {
					shrunk++
					if got, want := s.levelsOf(learned), s.levelsOf(before); !slices.Equal(got, want) {
						t.Fatalf("levels of the clause %v: %v, before it was shrunk: %v", learned, got, want)
					}
				}
				if err := s.faultOfClause(learned); err != nil {
					t.Fatalf("clause %v: %v", learned, err)
				}
				for i := range learned {
					if s.faultOfClause(slices.Delete(slices.Clone(learned), i, i+1)) != nil {
						caught++
					}
				}
				s.addLearned(learned, lbd)
			}
		}
	}
	if shrunk <= 100 {
		t.Errorf("clauses that became shorter: %d, want more than 100", shrunk)
	}
	if caught <= 1000 {
		t.Errorf("clauses without one of their literals: %d, want more than 1000", caught)
	}
}
