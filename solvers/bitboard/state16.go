package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// state16 is a 16x16 grid as candidates: by band and digit a word of four
// fields, one a row, of sixteen bits, one a column:
//
//	  row 3     row 2     row 1                row 0
//	63 .... 48 47 .. 32 31 .. 16  15 14 13 12  11 .. 8  7 .. 4  3 2 1 0
//	                              \ stack 3 /   stack 2  stack 1  stack 0
//
// The words of a band lie together, for what is done to all digits of a cell
// at once is done band by band.
type state16 struct {
	bands  [4][16]uint64
	solved [4]uint64 // cells whose digit has been taken from the others
}

const (
	rows16   = 0x0001_0001_0001_0001 // the lowest bit of each field
	tops16   = 0x8000_8000_8000_8000 // the highest
	triads16 = 0x1111_1111_1111_1111 // the lowest bit of each triad
	digits16 = 1<<16 - 1
)

// at16 is the band and the bit of a cell.
func at16(cell int) (band, bit int) {
	return cell >> 6 & 3, cell & 63
}

// load sets up the candidates of a puzzle. A digit that stands twice in a row
// gets none in its band, which propagation finds.
func (s *state16) load(puzzle solvers.Grid) {
	s.bands = [4][16]uint64{}
	for i, d := range puzzle[:256] {
		if d != 0 {
			b, bit := at16(i)
			s.bands[b][(d-1)&15] |= 1 << bit
		}
	}
	for b := range s.bands {
		band := &s.bands[b]
		all := uint64(0)
		for _, g := range band {
			all |= g
		}
		for d, g := range band {
			full := filled16(g)
			band[d] = ^all&^full | g
			if g&(g-full&rows16) != 0 {
				band[d] = 0
			}
		}
		s.solved[b] = all
	}
}

// filled16 are the rows, whole, that hold any of the cells.
func filled16(x uint64) uint64 {
	some := (x&^tops16 + ^uint64(tops16) | x) & tops16
	return some >> 15 * 0xffff
}

// answer writes a solved state out.
func (s *state16) answer(g solvers.Grid) {
	for b := range s.bands {
		part := g[64*b:][:64]
		for d, cells := range &s.bands[b] {
			for ; cells != 0; cells &= cells - 1 {
				part[bits.TrailingZeros64(cells)&63] = uint8(d + 1)
			}
		}
	}
}

func (s *state16) placed() int {
	n := 0
	for _, cells := range &s.solved {
		n += bits.OnesCount64(cells)
	}
	return n
}

// place puts a digit into a cell and returns the digits that change.
func (s *state16) place(cell uint64, band, digit int) (dirty uint32) {
	x := s.bands[band][digit]
	dirty = take16(&s.bands[band], cell) | 1<<digit
	s.bands[band][digit] = x&^filled16(cell) | cell
	s.solved[band] |= cell
	return dirty
}

// candidates writes the candidates of every cell, a bit a digit.
func (s *state16) candidates(cells []uint32) {
	for i := range cells {
		b, bit := at16(i)
		cells[i] = 0
		for d, x := range &s.bands[b] {
			cells[i] |= uint32(x>>bit&1) << d
		}
	}
}
