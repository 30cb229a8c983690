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

// load gives a digit that a row has twice no candidate in the band of the row. Propagation
// detects that.
func (k *portable9) load(puzzle solvers.Grid) (givens int) {
	s := &k.stack[0]
	s.bands = [3][10]uint32{}
	for i, d := range puzzle[:81] {
		if d != 0 {
			c := &cells9[i]
			s.bands[c.band%3][(d-1)%9] |= 1 << c.bit
		}
	}
	for b := range s.bands {
		band := &s.bands[b]
		all := uint32(0)
		for d := range 9 {
			all |= band[d]
		}
		for d := range 9 {
			g := band[d]
			rows := (g + band9) & spare9
			band[d] = (band9&^all)&^(rows-rows>>9) | g
			if g&(g-rows>>9) != 0 {
				band[d] = 0
			}
		}
		s.solved[b] = all
	}
	return count9(&s.solved)
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

func (k *portable9) digits(at, cell int) (digits uint) {
	c := &cells9[cell]
	for d, x := range &k.stack[at].bands[c.band] {
		digits |= uint(x>>c.bit&1) << d
	}
	return digits
}
