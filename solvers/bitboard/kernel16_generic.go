package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// portable16 is the portable kernel for 16x16 grids.
type portable16 struct {
	layout        *layout16
	stack         [256]state16
	bivalue, open [4]uint64 // cells of the state propagated last, by band
}

func newPortable16() *portable16 { return &portable16{layout: bandsLayout16()} }

// load gives a digit that a row has twice no candidate in the band of the row. Propagation
// detects that.
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

func (k *portable16) digits(at, cell int) (digits uint) {
	b, bit := at16(cell)
	for d, x := range &k.stack[at].bands[b] {
		digits |= uint(x>>bit&1) << d
	}
	return digits
}
