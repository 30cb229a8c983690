package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// portable9 is the portable kernel for 9x9 grids.
type portable9 struct {
	stack         [81]state9
	bivalue, open [3]uint32 // cells of the state propagated last, by band
}

func newPortable9() *portable9 {
	tables9()
	return new(portable9)
}

func (k *portable9) load(puzzle solvers.Grid) (givens int) {
	k.stack[0].load(puzzle)
	return count9(&k.stack[0].solved)
}

func (k *portable9) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	s := &k.stack[to]
	if to != from {
		*s = k.stack[from]
	}
	dirty := uint32(digits9)
	if cell >= 0 {
		dirty = s.restrict(cells9[cell], uint32(digits))
	}
	k.bivalue, k.open, ok = s.propagate(dirty)
	return count9(&s.solved), ok
}

// restrict eliminates the candidates of a cell that are not among digits, and
// returns the digits that change.
func (s *state9) restrict(c cell9, digits uint32) (dirty uint32) {
	band, cell := &s.bands[c.band], uint32(1)<<c.bit
	if digits&(digits-1) != 0 {
		for d := range 9 {
			if digits>>d&1 == 0 && band[d]&cell != 0 {
				band[d] &^= cell
				dirty |= 1 << d
			}
		}
		return dirty
	}
	d := bits.TrailingZeros32(digits) % 9
	x := band[d]
	rows := (cell + band9) & spare9
	dirty = eliminate9(band, cell) | digits
	band[d] = x&^(rows-rows>>9) | cell
	s.solved[c.band] |= cell
	return dirty
}

func (k *portable9) answer(at int, g solvers.Grid) {
	for b := range k.stack[at].bands {
		for d, cells := range k.stack[at].bands[b][:9] {
			for ; cells != 0; cells &= cells - 1 {
				g[b*27+int(at9[bits.TrailingZeros32(cells)&31])] = uint8(d + 1)
			}
		}
	}
}

func (k *portable9) candidates(at int, cells []uint32) {
	for i := range cells {
		cells[i] = k.stack[at].digitsOf(cells9[i])
	}
}

// digitsOf returns the candidates of a cell, one bit per digit.
func (s *state9) digitsOf(c cell9) (digits uint32) {
	for d, x := range &s.bands[c.band] {
		digits |= x >> c.bit & 1 << d
	}
	return digits
}
