package generate

import (
	"slices"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// fillNodes is the budget for completing one full grid, which usually takes one node per cell.
const fillNodes = 10_000

// fill makes a full grid in three steps:
//  1. It fills the boxes on the diagonal with random digits. They cannot clash, because they share no row and no
//     column.
//  2. It draws a random cell and a random digit, as often as the grid has rows: nine times for a 9x9 grid, for example.
//     It places the digit if the cell is empty and the digit does not break a rule.
//  3. It lets dlx complete the grid, and applies a random symmetry of the rules to the result.
//
// If dlx does not find a solution within its budget, fill begins again. It returns nil if the run is cancelled.
//
// Without the second step, there would only be 9!^3 of the 6.7e21 grids of 9x9, up to symmetry. It
// would be less biased to draw one random digit after another, and to require that a solution is left
// after each of them. But at 16x16 and 25x25, it takes seconds to refute a single digit.
func (d *digger) fill(random *stream) solvers.Grid {
	box := solvers.Box(d.size)
	for !d.cancel.Load() {
		puzzle := solvers.NewGrid(d.size)
		for b := range box {
			for i, digit := range random.perm(d.size) {
				row, column := b*box+i/box, b*box+i%box
				puzzle[row*d.size+column] = uint8(digit + 1)
			}
		}
		for range d.size {
			cell, digit := random.intN(len(puzzle)), uint8(random.intN(d.size)+1)
			if puzzle[cell] == 0 {
				if puzzle[cell] = digit; puzzle.Conflict() != nil {
					puzzle[cell] = 0
				}
			}
		}
		d.dlx.Solve(puzzle, solvers.Limits{Nodes: fillNodes}, &d.result)
		if d.result.Solutions > 0 {
			return grids.RandomSymmetry(d.size, random.perm, random.intN).Apply(d.result.First)
		}
	}
	return nil
}

// smallSymmetry draws a symmetry that exchanges two digits, two rows of a band or two bands, and that
// may also swap rows with columns.
func smallSymmetry(random *stream, size int) grids.Symmetry {
	one := make([]int, size)
	for i := range one {
		one[i] = i
	}
	s := grids.Symmetry{Digits: slices.Clone(one), Rows: slices.Clone(one), Columns: one}
	kind := random.intN(6)
	a, b := random.intN(size), random.intN(size)
	box := solvers.Box(size)
	switch kind {
	case 0, 1:
		s.Digits[a], s.Digits[b] = b, a
		return s
	case 2, 3:
		b = a/box*box + b%box
		s.Rows[a], s.Rows[b] = b, a
	case 4:
		for i := range box {
			from, to := a/box*box+i, b/box*box+i
			s.Rows[from], s.Rows[to] = to, from
		}
	}
	s.Transposed = kind == 5 || random.intN(2) == 1
	return s
}
