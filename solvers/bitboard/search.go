package bitboard

import (
	"math"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// handOver16 is how many search calls a 16x16 grid may take without a solution,
// from the start or from the solution before, until clause learning takes over.
const handOver16 = 3000

// solver searches depth first on copies of states.
type solver struct {
	kernel     kernel
	branches   []branch // by depth
	grid       solvers.Grid
	handOver   uint64       // search calls without a solution until cdcl takes over
	cdcl       *cdcl.Solver // nil if handOver is never reached
	candidates []uint32
}

// branch is what is left to try in a state.
type branch struct {
	cell   int
	digits uint // one bit per digit
	solved int  // number of solved cells
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
		s.handOver, s.cdcl = handOver16, cdcl.New(size)
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
	s.cdcl.Resume(s.candidates, &limits, result)
}

// search counts the solutions of puzzle up to the limits. It reports false if it
// gave up because handOver was reached. A search call propagates one branch. Of the
// cell that the kernel chooses it tries the lowest digit, in the next state, and
// then all others together, in place.
func (s *solver) search(puzzle solvers.Grid, limits *solvers.Limits, result *solvers.Result) bool {
	k, branches := s.kernel, s.branches
	before := k.load(puzzle) // solved cells
	depth, from, cell, digits := 0, 0, -1, uint(0)
	since := uint64(0) // Nodes at the last solution
	for {
		if result.Nodes-since >= s.handOver {
			return false
		}
		if !limits.Enter(result) {
			return true
		}
		solved, ok := k.propagate(depth, from, cell, digits)
		if ok {
			result.Updates += uint64(solved - before)
			if solved < len(s.grid) {
				cell, digits = k.choose(depth)
				branches[depth] = branch{cell, digits & (digits - 1), solved}
				digits &= -digits
				before, from = solved, depth
				depth++
				continue
			}
			k.answer(depth, s.grid)
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
		b := &branches[depth]
		from, cell, digits, before = depth, b.cell, b.digits, b.solved
	}
}
