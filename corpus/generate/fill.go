package generate

import (
	"slices"
	"sync/atomic"

	"gridjudge/solvers"
)

// fillNodes bounds the search for one full grid. It usually takes one node per cell.
const fillNodes = 10_000

// filler makes full grids.
type filler struct {
	size, box int
	solver    solvers.Solver // dlx: its first solution of a puzzle never changes
	result    solvers.Result
}

// fill makes a full grid. It gives the boxes on the diagonal random digits, and tries
// to put random digits into as many more random cells as the grid has rows. If dlx
// finds a solution, fill applies a random symmetry of the rules to it; otherwise it
// begins again. It returns nil if the run is cancelled.
//
// Without the cells outside the diagonal, 9x9 grids would be only 9!^3 of the 6.7e21,
// up to symmetry. A grid of random digits that each leave a solution is less biased,
// but at 16x16 and 25x25 single digits take seconds to refute.
func (f *filler) fill(random *stream, cancel *atomic.Bool) solvers.Grid {
	for !cancel.Load() {
		puzzle := solvers.NewGrid(f.size)
		for box := range f.box {
			for i, d := range random.perm(f.size) {
				row, column := box*f.box+i/f.box, box*f.box+i%f.box
				puzzle[row*f.size+column] = uint8(d + 1)
			}
		}
		for range f.size {
			cell, digit := random.intN(len(puzzle)), uint8(random.intN(f.size)+1)
			if puzzle[cell] != 0 {
				continue
			}
			if puzzle[cell] = digit; puzzle.Conflict() != nil {
				puzzle[cell] = 0
			}
		}
		f.solver.Solve(puzzle, solvers.Limits{Nodes: fillNodes}, &f.result)
		if f.result.Solutions > 0 {
			return randomSymmetry(random, f.size).apply(f.result.First)
		}
	}
	return nil
}

// symmetry is a symmetry of the rules: it permutes digits, rows and columns, and may
// then swap rows with columns. It keeps the number of solutions of a puzzle.
type symmetry struct {
	digits, rows, columns []int // where each comes from
	transposed            bool
}

// randomSymmetry draws a symmetry, each with the same probability.
func randomSymmetry(random *stream, size int) symmetry {
	return symmetry{random.perm(size), random.lines(size), random.lines(size), random.intN(2) == 1}
}

// lines draws a permutation of bands, and of the lines within each band.
func (s *stream) lines(size int) []int {
	box := solvers.Box(size)
	lines := make([]int, 0, size)
	for _, band := range s.perm(box) {
		for _, line := range s.perm(box) {
			lines = append(lines, band*box+line)
		}
	}
	return lines
}

// smallSymmetry draws a symmetry that exchanges two digits, two rows of a band or two bands,
// and may swap rows with columns.
func smallSymmetry(random *stream, size int) symmetry {
	one := make([]int, size)
	for i := range one {
		one[i] = i
	}
	s := symmetry{one, one, one, false}
	kind := random.intN(6)
	a, b := random.intN(size), random.intN(size)
	box := solvers.Box(size)
	switch kind {
	case 0, 1:
		s.digits = slices.Clone(one)
		s.digits[a], s.digits[b] = b, a
		return s
	case 2, 3:
		s.rows = slices.Clone(one)
		b = a/box*box + b%box
		s.rows[a], s.rows[b] = b, a
	case 4:
		s.rows = slices.Clone(one)
		for i := range box {
			from, to := a/box*box+i, b/box*box+i
			s.rows[from], s.rows[to] = to, from
		}
	}
	s.transposed = kind == 5 || random.intN(2) == 1
	return s
}

// apply returns grid after the symmetry.
func (s symmetry) apply(grid solvers.Grid) solvers.Grid {
	size := len(s.digits)
	digits := make([]uint8, size+1)
	for to, from := range s.digits {
		digits[from+1] = uint8(to + 1)
	}
	changed := solvers.NewGrid(size)
	for cell := range changed {
		row, column := cell/size, cell%size
		if s.transposed {
			row, column = column, row
		}
		changed[cell] = digits[grid[s.rows[row]*size+s.columns[column]]]
	}
	return changed
}
