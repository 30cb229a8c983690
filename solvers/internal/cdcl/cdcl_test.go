package cdcl

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// fault returns the first group whose state is wrong, or in which propagation
// has missed something.
func (s *Solver) fault() error {
	for g, noted := range s.encoding.groups {
		var want group
		holds := 0
		for _, l := range s.encoding.members(uint32(g)) {
			if s.value[l] >= 0 {
				want.open++
				want.xor ^= l
			}
			if s.value[l] > 0 {
				holds++
			}
		}
		if holds > 1 || want.open == 0 || want.open == 1 && holds == 0 || holds == 1 && want.open > 1 {
			return fmt.Errorf("group %d has %d true literals and %d that are not false", g, holds, want.open)
		}
		want.open += uint32(holds) * satisfied
		if want != noted {
			return fmt.Errorf("group %d is %v, noted as %v", g, want, noted)
		}
	}
	return nil
}

// candidatesOf returns the candidates after singles, and false if singles solve
// the puzzle or find that it has no solution.
func (s *Solver) candidatesOf(puzzle solvers.Grid) ([]uint32, bool) {
	m := &masks{}
	if !s.plain.load(m, puzzle) || !s.plain.propagate(m) || m.empty == 0 {
		return nil, false
	}
	candidates := make([]uint32, len(puzzle))
	s.plain.copyCandidates(m, candidates)
	return candidates, true
}

// learnAlone solves a puzzle by clause learning alone, unless singles suffice.
func (s *Solver) learnAlone(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) bool {
	candidates, ok := s.candidatesOf(puzzle)
	r.Reset()
	if ok {
		s.Resume(candidates, &limits, r)
	}
	return ok
}

// TestGroupsAreKept stops searches at one budget after another, lets propagation
// end there, and checks all groups.
func TestGroupsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	states := 0
	for _, size := range []int{4, 9, 16} {
		s := New(size)
		for range 10 {
			puzzle := solverstest.Holed(size, size*size/4, rng)
			var r solvers.Result
			for nodes := uint64(1); nodes < 200; nodes += 3 {
				if !s.learnAlone(puzzle, solvers.Limits{Solutions: 20, Nodes: nodes}, &r) || r.Stopped == solvers.Finished {
					break
				}
				if _, ok := s.propagate(); ok {
					states++
					require.NoError(t, s.fault(), "%v after %d search calls", puzzle, nodes)
				}
			}
		}
	}
	assert.Greater(t, states, 400, "states checked")
}

func TestFaultIsSeen(t *testing.T) {
	puzzle := solverstest.Holed(9, 30, rand.New(rand.NewPCG(3, 2)))
	s := New(9)
	var r solvers.Result
	require.True(t, s.learnAlone(puzzle, solvers.Limits{Nodes: 1}, &r))
	s.undoTo(0)
	require.NoError(t, s.fault())
	s.encoding.groups[5].open++
	assert.ErrorContains(t, s.fault(), "group 5 is")
}

// TestAgainstBacktracking counts the solutions of puzzles with few and with many.
func TestAgainstBacktracking(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	many, learned := 0, 0
	for size, from := range map[int]int{4: 2, 9: 26} {
		s := New(size)
		for range 150 {
			puzzle := solverstest.Holed(size, from+rng.IntN(size), rng)
			for _, limit := range []uint64{1, 2, 65, 400} {
				want := solverstest.Count(puzzle, limit)
				if want > 64 {
					many++
				}
				var r solvers.Result
				s.Solve(puzzle, solvers.Limits{Solutions: limit}, &r)
				assert.Equal(t, want, r.Solutions, "up to %d: %v", limit, puzzle)
				require.NoError(t, solvers.Check(puzzle, r.First), "%v", puzzle)
				if s.learnAlone(puzzle, solvers.Limits{Solutions: limit}, &r) {
					learned++
					assert.Equal(t, want, r.Solutions, "up to %d by learning alone: %v", limit, puzzle)
					require.NoError(t, solvers.Check(puzzle, r.First), "%v", puzzle)
				}
			}
		}
	}
	assert.Greater(t, many, 20, "large counts")
	assert.Greater(t, learned, 500, "counts by learning alone")
}

// TestResume continues from results with and without solutions: the count
// reaches that of a search of its own, and what was found and spent before stays.
func TestResume(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	s := New(9)
	resumed := 0
	for range 100 {
		puzzle := solverstest.Holed(9, 24+rng.IntN(8), rng)
		limits := solvers.Limits{Solutions: 30}
		var whole solvers.Result
		s.Solve(puzzle, limits, &whole)
		candidates, open := s.candidatesOf(puzzle)
		if !open {
			continue
		}
		resumed++
		for earlier := range min(3, whole.Solutions) {
			r := solvers.Result{Counts: solvers.Counts{Solutions: earlier, Nodes: 7, Updates: 8}}
			if earlier > 0 {
				r.First = solvers.Grid{1, 2, 3}
			}
			limits.Nodes = 7
			s.Resume(candidates, &limits, &r)
			require.Equal(t, earlier, r.Solutions, "without a search call left: %v", puzzle)
			require.Equal(t, solvers.NodeBudget, r.Stopped)
			limits.Nodes = 0
			r.Stopped = solvers.Finished
			s.Resume(candidates, &limits, &r)
			require.Equal(t, whole.Solutions, r.Solutions, "%v", puzzle)
			require.Greater(t, r.Nodes, uint64(7))
			require.Greater(t, r.Updates, uint64(8))
			if earlier > 0 {
				require.Equal(t, solvers.Grid{1, 2, 3}, r.First)
			} else {
				require.NoError(t, solvers.Check(puzzle, r.First), "%v", puzzle)
			}
		}
	}
	assert.Greater(t, resumed, 50, "puzzles that singles do not solve")
}
