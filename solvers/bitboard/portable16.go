package bitboard

import (
	"math/bits"
	"sync"

	"gridjudge/solvers"
)

// state16 holds the candidates of a 16x16 grid. For each band and digit, there is a word of four
// fields, one for each row. A field has sixteen bits, one for each column:
//
//	  row 3     row 2     row 1                row 0
//	63 .... 48 47 .. 32 31 .. 16  15 14 13 12  11 .. 8  7 .. 4  3 2 1 0
//	                              \ stack 3 /   stack 2  stack 1  stack 0
//
// The words of a band are adjacent because they are processed together: all digits of the cells of
// one band, then of the next.
type state16 struct {
	bands  [4][16]uint64
	solved [4]uint64 // cells whose digit is known
}

const (
	rows16   = 0x0001_0001_0001_0001 // the lowest bit of each field
	tops16   = 0x8000_8000_8000_8000 // the highest bit of each field
	triads16 = 0x1111_1111_1111_1111 // the lowest bit of each triad
	digits16 = 1<<16 - 1
)

// bandsLayout16 says where a state16 stores the cells.
var bandsLayout16 = sync.OnceValue(func() *layout16 { return newLayout16(at16) })

// at16 returns the band and the bit of a cell.
func at16(cell int) (band, bit int) {
	return cell >> 6 & 3, cell & 63
}

// filled16 returns all cells of those rows that have at least one cell of x.
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

// portable16 is the portable kernel for 16x16 grids.
type portable16 struct {
	layout        *layout16
	stack         [256]state16
	bivalue, open [4]uint64    // cells of the state propagated last, by band
	places        [16]places16 // by digit: scratch memory of choose
}

func newPortable16() *portable16 { return &portable16{layout: bandsLayout16()} }

// load stores the givens, and eliminates each of them from its row. Propagation eliminates it from
// the column and the box. If a row has a digit twice, load leaves the digit without a candidate in
// the band of the row, so that propagation fails.
func (k *portable16) load(puzzle solvers.Grid) (givens int) {
	s := &k.stack[0]
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
	return s.placed()
}

func (k *portable16) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	s := &k.stack[dst]
	if dst != src {
		*s = k.stack[src]
	}
	dirty := uint32(digits16)
	if cell >= 0 {
		dirty = s.restrict(cell, uint32(digits))
	}
	k.bivalue, k.open, ok = s.propagate(dirty)
	return s.placed(), ok
}

// restrict eliminates all candidates of a cell except digits, and returns the digits whose
// candidates have changed. If only one digit is left, it is also eliminated from the other cells of the
// row.
func (s *state16) restrict(cell int, digits uint32) (dirty uint32) {
	b, bit := at16(cell)
	band, mask := &s.bands[b], uint64(1)<<bit
	if digits&(digits-1) != 0 {
		for d := range band {
			if digits>>d&1 == 0 && band[d]&mask != 0 {
				band[d] &^= mask
				dirty |= 1 << d
			}
		}
		return dirty
	}
	d := bits.TrailingZeros32(digits) & 15
	x := band[d]
	dirty = eliminate16(band, mask) | digits
	band[d] = x&^filled16(mask) | mask
	s.solved[b] |= mask
	return dirty
}

func (k *portable16) answer(at int, g solvers.Grid) {
	for b := range k.stack[at].bands {
		part := g[64*b:][:64]
		for d, cells := range &k.stack[at].bands[b] {
			for ; cells != 0; cells &= cells - 1 {
				part[bits.TrailingZeros64(cells)&63] = uint8(d + 1)
			}
		}
	}
}

func (k *portable16) digits(at, cell int) (digits uint) {
	b, bit := at16(cell)
	for d, x := range &k.stack[at].bands[b] {
		digits |= uint(x>>bit&1) << d
	}
	return digits
}
