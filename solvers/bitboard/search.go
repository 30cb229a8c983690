package bitboard

import "gridjudge/solvers"

// solver searches depth first on copies of states.
type solver struct {
	kernel   kernel
	branches []branch     // by depth: the second branch of the state, which is tried after the first
	grid     solvers.Grid // the first solution
}

// branch is one branch of the search: in a state, a cell is allowed only some of its digits.
type branch struct {
	cell   int
	digits uint // one bit per digit
	solved int  // the number of solved cells before the branch is propagated
}

func newSolver(k kernel, size int) *solver {
	return &solver{kernel: k, branches: make([]branch, size*size), grid: solvers.NewGrid(size)}
}

// Solve counts the solutions of puzzle. Each search call propagates one branch. In the cell that
// the kernel chooses, the search first tries one digit, in a copy of the state. Afterwards it tries
// all other digits together, in the state itself.
func (s *solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	b := branch{cell: -1, solved: s.kernel.load(puzzle)}
	depth, from := 0, 0
	for limits.Enter(&result.Counts) {
		solved, ok := s.kernel.propagate(depth, from, b.cell, b.digits)
		if ok {
			result.Updates += uint64(solved - b.solved)
			if solved < len(s.grid) {
				cell, first, others := s.kernel.choose(depth)
				s.branches[depth] = branch{cell, others, solved}
				b = branch{cell, first, solved}
				from = depth
				depth++
				continue
			}
			if result.Solutions == 0 {
				s.kernel.answer(depth, s.grid)
			}
			result.Found(s.grid)
			if result.Solutions >= limits.Wanted() {
				return
			}
		}
		if depth == 0 {
			return
		}
		depth--
		from = depth
		b = s.branches[depth]
	}
}
