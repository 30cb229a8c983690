package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// portable16 is the portable kernel for 16x16 grids.
type portable16 struct {
	stack         [256]state16
	bivalue, open [4]uint64 // cells of the state propagated last, by band
}

func (k *portable16) load(puzzle solvers.Grid) (givens int) {
	k.stack[0].load(puzzle)
	return k.stack[0].placed()
}

func (k *portable16) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	s := &k.stack[to]
	if to != from {
		*s = k.stack[from]
	}
	dirty := uint32(digits16)
	if cell >= 0 {
		dirty = s.restrict(cell, uint32(digits))
	}
	k.bivalue, k.open, ok = s.propagate(dirty)
	return s.placed(), ok
}

// restrict eliminates the candidates of a cell that are not among digits, and
// returns the digits that change.
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

func (k *portable16) candidates(at int, cells []uint32) {
	for i := range cells {
		cells[i] = k.stack[at].digitsOf(i)
	}
}

// digitsOf returns the candidates of a cell, one bit per digit.
func (s *state16) digitsOf(cell int) (digits uint32) {
	b, bit := at16(cell)
	for d, x := range &s.bands[b] {
		digits |= uint32(x>>bit&1) << d
	}
	return digits
}
