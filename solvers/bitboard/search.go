package bitboard

import "gridjudge/solvers"

// solver searches depth first on copies of states.
type solver struct {
	kernel   kernel
	branches []branch     // by depth
	grid     solvers.Grid // the first solution
}

// branch is what is left to try in a state.
type branch struct {
	cell   int
	digits uint // one bit per digit
	solved int  // cells
}

func newSolver(k kernel, size int) *solver {
	return &solver{kernel: k, branches: make([]branch, size*size), grid: solvers.NewGrid(size)}
}

// Solve counts the solutions of puzzle. A search call propagates one branch. In the cell
// that the kernel chooses, the search tries one digit in the next state. Then it tries all
// other digits together, in the same state.
func (s *solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	b := branch{cell: -1, solved: s.kernel.load(puzzle)}
	failed := -1 // the branching cell of the last contradiction
	depth, from := 0, 0
	for limits.Enter(&result.Counts) {
		solved, ok := s.kernel.propagate(depth, from, b.cell, b.digits)
		if ok {
			result.Updates += uint64(solved - b.solved)
			if solved < len(s.grid) {
				cell, first, others := s.choose(depth, failed, result.Nodes)
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
		} else {
			failed = b.cell
		}
		if depth == 0 {
			return
		}
		depth--
		from = depth
		b = s.branches[depth]
	}
}

// At 16x16 the last insisting search calls of every cycle choose the cell that failed.
const (
	cycle     = 1024
	insisting = 256
)

// choose returns the cell to branch on in state at, the candidate to try first, and the
// others. In a quarter of a long search at 16x16 it insists on the cell of the last
// contradiction while that is open: if none of its digits is possible, the search goes back
// to the branch that caused this, instead of repeating the contradiction below many others
// (last-conflict reasoning). README.md tells why not in all of the search.
func (s *solver) choose(at, failed int, nodes uint64) (cell int, first, others uint) {
	if len(s.grid) == 16*16 && failed >= 0 && nodes%cycle >= cycle-insisting {
		if digits := s.kernel.digits(at, failed); digits&(digits-1) != 0 {
			return failed, digits & -digits, digits & (digits - 1)
		}
	}
	return s.kernel.choose(at)
}
