package sliced

import (
	"encoding/binary"
	"math/bits"
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

// candidates of a cell by its given, and digits by the only candidate left.
var candidates, digits = func() (candidates [16]uint64, digits [512]uint8) {
	candidates[0] = 0x1ff
	for d := range 9 {
		candidates[d+1] = 1 << d
		digits[1<<d] = uint8(d + 1)
	}
	return candidates, digits
}()

// startByTable is kernel.start for any processor.
func startByTable(s *state, g *[cells]uint8) {
	for w := range stateWords - 1 {
		c := (*[cellsPerWord]uint8)(g[cellsPerWord*w:])
		s[w] = candidates[c[0]&15] | candidates[c[1]&15]<<9 | candidates[c[2]&15]<<18 | candidates[c[3]&15]<<27 |
			candidates[c[4]&15]<<36 | candidates[c[5]&15]<<45 | candidates[c[6]&15]<<54
	}
	givens := 0
	for i := range cells / 8 {
		givens += filled(binary.LittleEndian.Uint64(g[8*i:]))
	}
	givens += filled(uint64(g[80]))
	s[stateWords-1] = candidates[g[77]&15] | candidates[g[78]&15]<<9 | candidates[g[79]&15]<<18 | candidates[g[80]&15]<<27 |
		uint64(givens)<<placedBit
}

// filled is how many of eight bytes, each below 128, are not 0.
func filled(x uint64) int {
	return bits.OnesCount64((x + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080)
}

// readByTable is kernel.read for any processor.
func readByTable(g *[cells]uint8, s *state) {
	for w := range stateWords - 1 {
		x, c := s[w], (*[cellsPerWord]uint8)(g[cellsPerWord*w:])
		c[0], c[1], c[2], c[3] = digits[x&0x1ff], digits[x>>9&0x1ff], digits[x>>18&0x1ff], digits[x>>27&0x1ff]
		c[4], c[5], c[6] = digits[x>>36&0x1ff], digits[x>>45&0x1ff], digits[x>>54&0x1ff]
	}
	x := s[stateWords-1]
	g[77], g[78], g[79], g[80] = digits[x&0x1ff], digits[x>>9&0x1ff], digits[x>>18&0x1ff], digits[x>>27&0x1ff]
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
