package bitboard

import (
	"math/bits"
	"sync"
)

// state16 is the candidates of a 16x16 grid: per band and digit a word of four
// fields, one per row, of sixteen bits, one per column:
//
//	  row 3     row 2     row 1                row 0
//	63 .... 48 47 .. 32 31 .. 16  15 14 13 12  11 .. 8  7 .. 4  3 2 1 0
//	                              \ stack 3 /   stack 2  stack 1  stack 0
//
// The words of a band are adjacent, because all digits of a cell are processed
// together, band by band.
type state16 struct {
	bands  [4][16]uint64
	solved [4]uint64 // cells whose digit has been eliminated from their peers
}

const (
	rows16   = 0x0001_0001_0001_0001 // the lowest bit of each field
	tops16   = 0x8000_8000_8000_8000 // the highest
	triads16 = 0x1111_1111_1111_1111 // the lowest bit of each triad
	digits16 = 1<<16 - 1
)

// bandsLayout16 is the cells of a state16.
var bandsLayout16 = sync.OnceValue(func() *layout16 { return newLayout16(at16) })

// at16 returns the band and the bit of a cell.
func at16(cell int) (band, bit int) {
	return cell >> 6 & 3, cell & 63
}

// filled16 returns all cells of the rows that have any cell of x.
func filled16(x uint64) uint64 {
	some := (x&^tops16 + ^uint64(tops16) | x) & tops16
	return some >> 15 * 0xffff
}

// placed returns the number of solved cells.
func (s *state16) placed() int {
	n := 0
	for _, cells := range &s.solved {
		n += bits.OnesCount64(cells)
	}
	return n
}
