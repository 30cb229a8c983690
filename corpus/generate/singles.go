package generate

import (
	"math/bits"

	"gridjudge/solvers"
)

// singles solves by naked and hidden singles alone: a cell with one digit left,
// a digit with one cell left in a row, column or box. In digging they settle
// most questions within microseconds, without the prover.
type singles struct {
	geometry          *geometry
	grid              solvers.Grid
	rows, cols, boxes []uint32  // per row, column, box: its digits, as bits d-1
	free              []uint32  // per cell: the digits that it can hold, 0 if filled
	units             [][]int16 // the cells of each row, column and box
}

func newSingles(size int) *singles {
	g := geometryOf(size)
	s := &singles{
		geometry: g, grid: solvers.NewGrid(size),
		rows: make([]uint32, size), cols: make([]uint32, size), boxes: make([]uint32, size),
		free:  make([]uint32, g.cells),
		units: make([][]int16, 3*size),
	}
	for cell := range g.cells {
		for _, u := range []int{cell / size, size + cell%size, 2*size + int(g.boxOf[cell])} {
			s.units[u] = append(s.units[u], int16(cell))
		}
	}
	return s
}

// progress says how far singles get.
type progress uint8

const (
	stuck progress = iota
	filled
	contradicted
)

// run fills s.grid from puzzle. It ends early once the cell goal is filled; -1
// is no cell.
func (s *singles) run(puzzle solvers.Grid, goal int) progress {
	clear(s.rows)
	clear(s.cols)
	clear(s.boxes)
	clear(s.grid)
	left := s.geometry.cells
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
		for _, unit := range s.units {
			placed, ok := s.hidden(unit)
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

// candidates returns the digits, as bits, that no filled peer of an empty cell
// holds.
func (s *singles) candidates(cell int) uint32 {
	size := s.geometry.size
	return (1<<size - 1) &^ (s.rows[cell/size] | s.cols[cell%size] | s.boxes[s.geometry.boxOf[cell]])
}

// hidden fills the cells of a unit that alone can hold some digit. s.free may be
// older than the last placements, so it checks each single again; the next
// sweep finds those that it misses.
func (s *singles) hidden(unit []int16) (placed int, ok bool) {
	var once, twice uint32
	for _, cell := range unit {
		once, twice = once|s.free[cell], twice|once&s.free[cell]
	}
	once &^= twice
	if once == 0 {
		return 0, true
	}
	for _, cell := range unit {
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

// place puts a digit, as a bit, into a cell. It reports false if a peer has it.
func (s *singles) place(cell int, bit uint32) bool {
	r, c, b := cell/s.geometry.size, cell%s.geometry.size, s.geometry.boxOf[cell]
	if (s.rows[r]|s.cols[c]|s.boxes[b])&bit != 0 {
		return false
	}
	s.rows[r] |= bit
	s.cols[c] |= bit
	s.boxes[b] |= bit
	s.grid[cell] = uint8(bits.TrailingZeros32(bit)) + 1
	return true
}
