package bitboard

import (
	"math"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// turn is how long the search, and then the learner (package cdcl), work on a grid.
type turn struct {
	left  uint64 // search calls expected to be left at which the search gives up
	learn uint64 // search calls of the learner; 0: to the end
}

// turns16 are the turns of a 16x16 grid. Many grids that take the search long take the
// learner longer. So the learner's first turn is short, and the search begins again
// after it.
var turns16 = []turn{{left: 5000, learn: 400}, {left: 128_000}}

// never is more search calls than are ever left.
const never = math.MaxUint64

// probe is the number of search calls without a solution before the first estimate of
// the search calls left. pause is the number of search calls between two estimates.
// Before the search call early, an estimate is rough. Then the search gives up only if
// the estimate is two and a half times as high.
const (
	probe = 512
	pause = 32
	early = 768
)

// solver searches depth first on copies of states.
type solver struct {
	kernel     kernel
	branches   []branch     // by depth
	grid       solvers.Grid // the first solution
	turns      []turn
	learner    *cdcl.Solver // nil if the search never gives up
	candidates []uint32
}

// branch is what is left to try in a state.
type branch struct {
	cell   int
	digits uint    // one bit per digit
	solved int     // cells
	share  float64 // of the whole search; a branch has half of that of its node
}

func newSolver(k kernel, size int) *solver {
	s := &solver{
		kernel:     k,
		branches:   make([]branch, size*size),
		grid:       solvers.NewGrid(size),
		turns:      []turn{{left: never}},
		candidates: make([]uint32, size*size),
	}
	if size == 16 {
		s.turns, s.learner = turns16, cdcl.New(size)
	}
	return s
}

// Solve counts the solutions of puzzle.
func (s *solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	for _, t := range s.turns {
		found := result.Solutions
		result.Solutions = 0 // counted anew
		finished := s.search(puzzle, t.left, &limits, result)
		result.Solutions = max(result.Solutions, found)
		if finished || s.learn(puzzle, t.learn, limits, result) {
			return
		}
	}
}

// learn lets the learner count the solutions of puzzle. It reports false if the learner
// has not finished within calls search calls. If calls is 0, the learner has no limit.
func (s *solver) learn(puzzle solvers.Grid, calls uint64, limits solvers.Limits, result *solvers.Result) bool {
	s.kernel.load(puzzle)
	s.kernel.propagate(0, 0, -1, 0)
	for cell := range s.candidates {
		s.candidates[cell] = uint32(s.kernel.digits(0, cell))
	}
	budget := result.Nodes + calls
	partial := calls > 0 && (limits.Nodes == 0 || budget < limits.Nodes)
	if partial {
		limits.Nodes = budget
	}
	s.learner.Resume(s.candidates, &limits, result)
	if !partial || result.Stopped != solvers.NodeBudget {
		return true
	}
	result.Stopped = solvers.Finished
	return false
}

// search counts the solutions of puzzle. It reports false if it gives up: if it
// expects at least left search calls to be left (see early). The estimate treats the
// branches that have ended as a sample of all branches, each weighted by its share. A
// search call propagates one branch. In the cell that the kernel chooses, the search
// tries one digit in the next state. Then it tries all other digits together, in the
// same state.
func (s *solver) search(puzzle solvers.Grid, left uint64, limits *solvers.Limits, result *solvers.Result) bool {
	b := branch{cell: -1, solved: s.kernel.load(puzzle), share: 1}
	depth, from := 0, 0
	start := result.Nodes
	check := start + min(probe, left) // in Nodes
	done := 0.0                       // share of the whole search
	for {
		if result.Nodes >= check && left != never {
			calls, most := result.Nodes-start, left
			if calls < early {
				most = most * 5 / 2
			}
			if float64(calls)*(1-done) >= float64(most)*done {
				return false
			}
			check = result.Nodes + pause
		}
		if !limits.Enter(&result.Counts) {
			return true
		}
		solved, ok := s.kernel.propagate(depth, from, b.cell, b.digits)
		if ok {
			result.Updates += uint64(solved - b.solved)
			if solved < len(s.grid) {
				cell, first, others := s.kernel.choose(depth)
				half := b.share / 2
				s.branches[depth] = branch{cell, others, solved, half}
				b = branch{cell, first, solved, half}
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
			check = result.Nodes + min(probe, left)
		}
		done += b.share
		if depth == 0 {
			return true
		}
		depth--
		from = depth
		b = s.branches[depth]
	}
}
