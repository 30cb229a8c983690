package sliced

import (
	"math/bits"

	"gridjudge/solvers"
)

// state is one lane by itself: nine candidate bits a cell, row by row, seven
// cells to a word. What is left has the notes that search makes of it.
type state [stateWords]uint64

const (
	stateWords   = 12
	cellsPerWord = 7

	// Notes are in the last word, after the last four cells.
	choicePlane = planes
	choiceBit   = 9 * (cells % cellsPerWord) // the branching cell, and whether it has two candidates
	placedPlane = choicePlane + 8
	placedBit   = choiceBit + 8 // cells with one candidate
	noteBits    = 1<<7 - 1
)

// rows says which plane each bit of a state is: the candidates of cells, the
// notes, and planes that hold nothing for the bits that are left.
var rows = func() (rows [allPlanes]int) {
	next := planes + 16
	for i := range rows {
		word, bit := i/64, i%64
		c := word*cellsPerWord + bit/9
		switch {
		case bit < 9*cellsPerWord && c < cells:
			rows[i] = bit%9*cells + plane[c]
		case word == stateWords-1 && bit < choiceBit+16:
			rows[i] = choicePlane + bit - choiceBit
		default:
			rows[i] = next
			next++
		}
	}
	return rows
}()

// candidates of a given, by digit.
var candidates = [10]uint64{0x1ff, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8}

// start is the state of a puzzle.
func (s *state) start(g solvers.Grid) {
	_ = g[cells-1]
	for w := range stateWords - 1 {
		x := uint64(0)
		for k, d := range g[cellsPerWord*w:][:cellsPerWord] {
			x |= candidates[d] << (9 * k)
		}
		s[w] = x
	}
	x := uint64(0)
	for k, d := range g[cellsPerWord*(stateWords-1) : cells] {
		x |= candidates[d] << (9 * k)
	}
	givens := 0
	for _, d := range g[:cells] {
		givens += int(d+0x7f) >> 7
	}
	s[stateWords-1] = x | uint64(givens)<<placedBit
}

// read writes the grid of a state that is solved.
func (s *state) read(g solvers.Grid) {
	i := 0
	for _, x := range s {
		for range min(cellsPerWord, cells-i) {
			g[i] = uint8(1 + bits.TrailingZeros64(x))
			x >>= 9
			i++
		}
	}
}

// placed is how many cells had one candidate in the last sweep of a node.
func (s *state) placed() int { return int(s[stateWords-1] >> placedBit & noteBits) }

// branch is the cell to branch on: that of kernel.choose where a cell has two
// candidates, or else the first in plane order with the fewest.
func (s *state) branch() (word, shift int) {
	note := s[stateWords-1] >> choiceBit
	i := cell[min(note&noteBits, cells-1)]
	if note>>7&1 == 0 {
		fewest := 10
		for _, c := range cell {
			n := bits.OnesCount64(s[c/cellsPerWord] >> (9 * (c % cellsPerWord)) & 0x1ff)
			if n > 1 && n < fewest {
				i, fewest = c, n
			}
		}
	}
	return i / cellsPerWord, 9 * (i % cellsPerWord)
}

// slot is where the state of a lane begins among those of all: the same word of
// 64 times words lanes together.
func (e *engine) slot(lane int) []uint64 {
	return e.states[lane%64*stateWords*e.words+lane/64:]
}

// take copies the state of a lane.
func (e *engine) take(lane int, s *state) {
	from := e.slot(lane)
	for i := range s {
		s[i] = from[i*e.words]
	}
}

// give makes s the state of a lane.
func (e *engine) give(lane int, s *state) {
	to := e.slot(lane)
	for i, x := range s {
		to[i*e.words] = x
	}
}
