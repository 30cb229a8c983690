package generate

import (
	"slices"
	"sync/atomic"

	"gridjudge/solvers"
)

// digger takes givens away from full grids. solver says whether a solution is unique.
type digger struct {
	size, cells int
	dlx         solvers.Solver // fills grids: its first solution of a puzzle never changes
	solver      solvers.Solver
	cancel      *atomic.Bool
	result      solvers.Result
}

// count counts the solutions of puzzle up to limit. If the run is cancelled, the count
// may be too small.
func (d *digger) count(puzzle solvers.Grid, limit uint64) uint64 {
	d.solver.Solve(puzzle, solvers.Limits{Solutions: limit, Cancel: d.cancel}, &d.result)
	return d.result.Solutions
}

// dig takes givens away in the given order while the solution stays unique,
// until keep are left. It returns the number left.
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

// withGivens digs a fresh grid down to keep givens, or as far as one pass gets. With
// keep 0 the puzzle is minimal. It returns nil if the run is cancelled.
func (d *digger) withGivens(random *stream, keep int) (puzzle, answer solvers.Grid) {
	if answer = d.fill(random); answer == nil {
		return nil, nil
	}
	puzzle = slices.Clone(answer)
	d.dig(puzzle, random.perm(d.cells), keep)
	return puzzle, answer
}

// descend exchanges givens until at most keep are left or the rounds are spent: it puts
// back some and digs again, the old ones first. The result is another minimal puzzle with
// the same solution, often with as many givens. It never accepts more givens than before.
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
