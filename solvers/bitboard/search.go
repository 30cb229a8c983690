package bitboard

import (
	"math"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// handOver16 is how many search calls a 16x16 grid may take without a solution,
// from the start or from the solution before, until it goes to the learner.
const handOver16 = 3000

// solver searches depth first on copies of states.
type solver struct {
	kernel     kernel
	branches   []branch // by depth
	grid       solvers.Grid // the first solution
	handOver   uint64       // search calls without a solution until the learner takes over
	learner    *cdcl.Solver // nil where handOver is never reached
	candidates []uint32
}

// branch is what is left to try in a state.
type branch struct {
	cell   int
	digits uint // one bit per digit
	solved int  // cells
}

func newSolver(k kernel, size int) *solver {
	s := &solver{
		kernel:     k,
		branches:   make([]branch, size*size),
		grid:       solvers.NewGrid(size),
		handOver:   math.MaxUint64,
		candidates: make([]uint32, size*size),
	}
	if size == 16 {
		s.handOver, s.learner = handOver16, cdcl.New(size)
	}
	return s
}

// Solve counts the solutions of puzzle.
func (s *solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	if s.search(puzzle, &limits, result) {
		return
	}
	s.kernel.load(puzzle)
	s.kernel.propagate(0, 0, -1, 0)
	for cell := range s.candidates {
		s.candidates[cell] = uint32(s.kernel.digits(0, cell))
	}
	s.learner.Resume(s.candidates, &limits, result)
}

// search counts the solutions of puzzle. It reports false if the grid resists:
// the learner is to take over. A search call propagates one branch. In the cell
// that the kernel chooses it tries the lowest digit, in the next state, and then
// all others together, in place.
func (s *solver) search(puzzle solvers.Grid, limits *solvers.Limits, result *solvers.Result) bool {
	b := branch{cell: -1, solved: s.kernel.load(puzzle)}
	depth, from, since := 0, 0, uint64(0) // since the last solution, in Nodes
	for {
		if result.Nodes-since >= s.handOver {
			return false
		}
		if !limits.Enter(result) {
			return true
		}
		solved, ok := s.kernel.propagate(depth, from, b.cell, b.digits)
		if ok {
			result.Updates += uint64(solved - b.solved)
			if solved < len(s.grid) {
				cell, digits := s.kernel.choose(depth)
				s.branches[depth] = branch{cell, digits & (digits - 1), solved}
				b = branch{cell, digits & -digits, solved}
				from = depth
				depth++
				continue
			}
			if result.Solutions == 0 {
				s.kernel.answer(depth, s.grid)
			}
			result.Found(s.grid)
			if result.Solutions >= limits.Wanted() {
				return true
			}
			since = result.Nodes
		}
		if depth == 0 {
			return true
		}
		depth--
		from = depth
		b = s.branches[depth]
	}
}
