package grids

import "gridjudge/solvers"

// Symmetry is a symmetry of the rules: rename the digits, move rows and columns, then perhaps swap rows with columns.
// The solutions of a puzzle correspond one to one to the solutions of its image.
type Symmetry struct {
	Digits, Rows, Columns []int // for each new digit, row or column: the old one, from 0
	Transposed            bool
}

// RandomSymmetry draws a symmetry; all of them have the same probability. perm draws a permutation of n numbers, and
// intN draws a number below n.
func RandomSymmetry(size int, perm func(n int) []int, intN func(n int) int) Symmetry {
	lines := func() (lines []int) {
		box := solvers.Box(size)
		for _, band := range perm(box) {
			for _, line := range perm(box) {
				lines = append(lines, band*box+line)
			}
		}
		return lines
	}
	return Symmetry{perm(size), lines(), lines(), intN(2) == 1}
}

// Apply returns the image of a grid.
func (s Symmetry) Apply(grid solvers.Grid) solvers.Grid {
	size := len(s.Digits)
	digits := make([]uint8, size+1)
	for to, from := range s.Digits {
		digits[from+1] = uint8(to + 1)
	}
	changed := solvers.NewGrid(size)
	for cell := range changed {
		row, column := cell/size, cell%size
		if s.Transposed {
			row, column = column, row
		}
		changed[cell] = digits[grid[s.Rows[row]*size+s.Columns[column]]]
	}
	return changed
}
