// Package fewest solves Sudoku by backtracking: it fills the cell that has the fewest possible digits first.
package fewest

import (
	"math/bits"

	"gridjudge/solvers"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{Name: "fewest", Doc: "the cell with the fewest digits first", Sizes: []int{4, 9},
	New: newSolver}

type solver struct {
	grid  solvers.Grid
	units [][3]int   // of each cell: its row, its column and its box; rows are numbered from 0, columns from 9, boxes from 18
	used  [27]uint32 // by unit: bit d is set if digit d is there
}

func newSolver(n int) solvers.Solver {
	s := &solver{grid: solvers.NewGrid(n)}
	box := solvers.Box(n)
	for cell := range s.grid {
		row, column := cell/n, cell%n
		s.units = append(s.units, [3]int{row, 9 + column, 18 + row/box*box + column/box})
	}
	return s
}

// Solve counts the solutions of puzzle.
func (s *solver) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	r.Reset()
	clear(s.used[:])
	copy(s.grid, puzzle)
	for cell, d := range puzzle {
		if d == 0 {
			continue
		}
		if s.free(cell)&(1<<d) == 0 { // a unit has the digit twice
			limits.Enter(&r.Counts)
			return
		}
		s.flip(cell, d)
	}
	s.search(&limits, r)
}

// search reports whether to go on.
func (s *solver) search(limits *solvers.Limits, r *solvers.Result) bool {
	if !limits.Enter(&r.Counts) {
		return false
	}
	best, fewest := -1, 10
	for cell, d := range s.grid {
		if n := bits.OnesCount32(s.free(cell)); d == 0 && n < fewest {
			best, fewest = cell, n
		}
	}
	if best < 0 {
		r.Found(s.grid)
		return r.Solutions < limits.Wanted()
	}
	for free := s.free(best); free != 0; free &= free - 1 {
		d := uint8(bits.TrailingZeros32(free))
		s.grid[best] = d
		s.flip(best, d)
		r.Updates++
		more := s.search(limits, r)
		s.flip(best, d)
		if !more {
			return false
		}
	}
	s.grid[best] = 0
	return true
}

// free returns the digits that no unit of a cell has: bit d is digit d.
func (s *solver) free(cell int) uint32 {
	u := &s.units[cell]
	all := uint32(1)<<(s.grid.Size()+1) - 2
	return all &^ (s.used[u[0]] | s.used[u[1]] | s.used[u[2]])
}

// flip marks a digit as used in the units of a cell, or as unused again.
func (s *solver) flip(cell int, d uint8) {
	for _, unit := range s.units[cell] {
		s.used[unit] ^= 1 << d
	}
}
