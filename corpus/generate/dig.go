package generate

import (
	"slices"
	"sync/atomic"

	"gridjudge/solvers"
)

// digger removes givens from full grids. It asks solver whether a solution is unique.
type digger struct {
	size, cells int
	dlx         solvers.Solver // fills grids, because its first solution of a puzzle never changes
	solver      solvers.Solver
	cancel      *atomic.Bool
	result      solvers.Result
}

// count returns the number of solutions of puzzle, up to limit. If the run is cancelled, it may be too
// small.
func (d *digger) count(puzzle solvers.Grid, limit uint64) uint64 {
	d.solver.Solve(puzzle, solvers.Limits{Solutions: limit, Cancel: d.cancel}, &d.result)
	return d.result.Solutions
}

// dig removes givens in the given order as long as the solution stays unique, until keep givens are
// left. It returns how many are left.
func (d *digger) dig(puzzle solvers.Grid, order []int, keep int) int {
	left := puzzle.Givens()
	for _, cell := range order {
		digit := puzzle[cell]
		if digit == 0 || left <= keep {
			continue
		}
		puzzle[cell] = 0
		if d.count(puzzle, 2) == 1 {
			left--
		} else {
			puzzle[cell] = digit
		}
	}
	return left
}

// withGivens makes a full grid, and digs until keep givens are left, or as far as one pass gets. If
// keep is 0, the puzzle is minimal. withGivens returns nil if the run is cancelled.
func (d *digger) withGivens(random *stream, keep int) (puzzle, answer solvers.Grid) {
	if answer = d.fill(random); answer == nil {
		return nil, nil
	}
	puzzle = slices.Clone(answer)
	d.dig(puzzle, random.perm(d.cells), keep)
	return puzzle, answer
}

// descend tries to remove more givens from a minimal puzzle. The parameter keep is the number of givens at which it
// stops. No given of a minimal puzzle can be removed by itself, so descend makes a detour. Each round has two steps:
//  1. It puts back one to four givens that had been removed before.
//  2. It removes as many givens as it can. It tries the old givens first, and the givens that it has just put back
//     last.
//
// The result of a round is another minimal puzzle with the same solution. It often has as many givens as before, and
// sometimes fewer. If it has more, descend undoes the round. The parameter rounds limits the number of rounds.
func (d *digger) descend(random *stream, puzzle, answer solvers.Grid, keep, rounds int) {
	left := puzzle.Givens()
	for range rounds {
		if left <= keep {
			return
		}
		next, back := slices.Clone(puzzle), 1+random.intN(4)
		var old, restored []int
		for _, cell := range random.perm(d.cells) {
			switch {
			case next[cell] != 0:
				old = append(old, cell)
			case len(restored) < back:
				next[cell] = answer[cell]
				restored = append(restored, cell)
			}
		}
		if n := d.dig(next, append(old, restored...), 0); n <= left {
			copy(puzzle, next)
			left = n
		}
	}
}
