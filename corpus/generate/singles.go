package generate

import (
	"math/bits"

	"gridjudge/solvers"
)

// singles solves as far as naked and hidden singles go: a cell with one digit
// left, a digit with one cell left in a row, column or box. Most cells of a
// puzzle that is being dug fall to it in microseconds, so that the prover is
// needed only where they do not.
type singles struct {
	*geometry
	grid             solvers.Grid
	rows, cols, boxs []uint32 // digits used, bit d-1
	free             []uint32 // by cell: digits it can still hold, 0 where filled
	houses           [][]int16
}

func newSingles(size int) *singles {
	g := geometryOf(size)
	s := &singles{
		geometry: g, grid: solvers.NewGrid(size),
		rows: make([]uint32, size), cols: make([]uint32, size), boxs: make([]uint32, size),
		free:   make([]uint32, g.cells),
		houses: make([][]int16, 3*size),
	}
	for cell := range g.cells {
		for _, h := range []int{cell / size, size + cell%size, 2*size + int(g.boxes[cell])} {
			s.houses[h] = append(s.houses[h], int16(cell))
		}
	}
	return s
}

// progress says how far singles carry.
type progress uint8

const (
	stuck progress = iota
	filled
	contradicted
)

// run fills s.grid from puzzle. Where goal is a cell, it ends as soon as that
// cell is filled; -1 means to go on to the end.
func (s *singles) run(puzzle solvers.Grid, goal int) progress {
	clear(s.rows)
	clear(s.cols)
	clear(s.boxs)
	clear(s.grid)
	left := s.cells
	for cell, d := range puzzle {
		if d != 0 {
			if !s.place(cell, 1<<(d-1)) {
				return contradicted
			}
			left--
		}
	}
	for left > 0 {
		before := left
		for cell, d := range s.grid {
			if d != 0 {
				s.free[cell] = 0
				continue
			}
			free := s.candidates(cell)
			s.free[cell] = free
			if free&(free-1) == 0 {
				if free == 0 || !s.place(cell, free) {
					return contradicted
				}
				s.free[cell] = 0
				left--
			}
		}
		for h := range s.houses {
			placed, ok := s.hidden(s.houses[h])
			if !ok {
				return contradicted
			}
			left -= placed
		}
		if goal >= 0 && s.grid[goal] != 0 {
			return stuck
		}
		if left == before {
			return stuck
		}
	}
	return filled
}

// candidates are the digits that no filled peer of an empty cell holds.
func (s *singles) candidates(cell int) uint32 {
	return (1<<s.size - 1) &^ (s.rows[cell/s.size] | s.cols[cell%s.size] | s.boxs[s.boxes[cell]])
}

// hidden fills the cells of a house that are alone in having some digit. Where
// candidates are older than the last placements they are too many: what they
// single out is looked at afresh, and what they hide is found a sweep later.
func (s *singles) hidden(house []int16) (placed int, ok bool) {
	var once, twice uint32
	for _, cell := range house {
		once, twice = once|s.free[cell], twice|once&s.free[cell]
	}
	once &^= twice
	if once == 0 {
		return 0, true
	}
	for _, cell := range house {
		only := once & s.free[cell]
		if only != 0 {
			only &= s.candidates(int(cell))
		}
		if only == 0 {
			continue
		}
		if only&(only-1) != 0 || !s.place(int(cell), only) {
			return placed, false
		}
		s.free[cell] = 0
		placed++
	}
	return placed, true
}

// place puts a digit, as a bit, into a cell; false where a peer has it.
func (s *singles) place(cell int, bit uint32) bool {
	r, c, b := cell/s.size, cell%s.size, s.boxes[cell]
	if (s.rows[r]|s.cols[c]|s.boxs[b])&bit != 0 {
		return false
	}
	s.rows[r] |= bit
	s.cols[c] |= bit
	s.boxs[b] |= bit
	s.grid[cell] = uint8(bits.TrailingZeros32(bit)) + 1
	return true
}
