package solverstest

import (
	"math/bits"

	"gridjudge/solvers"
)

// plain is an honest solver that keeps the contract. It searches as Count does, but is written
// separately, with a mask of the used digits for each unit.
type plain struct {
	grid   solvers.Grid
	cells  [][3]uint8                 // the row, column and box of each cell
	used   [3][solvers.MaxSize]uint32 // by row, column and box; bit d is digit d
	all    uint32                     // all digits
	limits solvers.Limits
	result *solvers.Result

	last     bool // a fault: the last solution is given for the first
	careless bool // a fault: clashing givens are placed as any others
}

func newPlain(size int) *plain {
	s := &plain{grid: solvers.NewGrid(size), all: 1<<(size+1) - 2}
	box := solvers.Box(size)
	for i := range s.grid {
		r, c := i/size, i%size
		s.cells = append(s.cells, [3]uint8{uint8(r), uint8(c), uint8(r/box*box + c/box)})
	}
	return s
}

func (s *plain) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	clear(s.grid)
	s.used = [3][solvers.MaxSize]uint32{}
	s.limits, s.result = limits, result
	clash := false
	for i, d := range puzzle {
		if d != 0 {
			clash = clash || !s.careless && s.free(i)>>d&1 == 0
			s.flip(i, d)
		}
	}
	copy(s.grid, puzzle)
	s.search(clash)
}

// search returns false if the search is to end.
func (s *plain) search(clash bool) bool {
	if !s.limits.Enter(&s.result.Counts) {
		return false
	}
	if clash {
		return true
	}
	best, fewest := -1, solvers.MaxSize+1
	for i, d := range s.grid {
		if d == 0 {
			if n := bits.OnesCount32(s.free(i)); n < fewest {
				best, fewest = i, n
			}
			if fewest <= 1 {
				break
			}
		}
	}
	if best < 0 {
		s.result.Found(s.grid)
		if s.last {
			copy(s.result.First, s.grid)
		}
		return s.result.Solutions < s.limits.Wanted()
	}
	for free := s.free(best); free != 0; free &= free - 1 {
		d := uint8(bits.TrailingZeros32(free))
		s.flip(best, d)
		s.result.Updates++
		if !s.search(false) {
			return false
		}
		s.flip(best, d)
		s.grid[best] = 0
	}
	return true
}

// free returns the digits that are not in any unit of cell i.
func (s *plain) free(i int) uint32 {
	u := s.cells[i]
	return s.all &^ (s.used[0][u[0]] | s.used[1][u[1]] | s.used[2][u[2]])
}

// flip places digit d in cell i, or removes it.
func (s *plain) flip(i int, d uint8) {
	s.grid[i] = d
	for k, u := range s.cells[i] {
		s.used[k][u] ^= 1 << d
	}
}

func plainSpec() solvers.Spec {
	return solvers.Spec{Name: "plain", Doc: "plain search", Sizes: []int{4, 9},
		New: func(size int) solvers.Solver { return newPlain(size) }}
}
