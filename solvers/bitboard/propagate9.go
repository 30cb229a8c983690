package bitboard

import "math/bits"

// propagate draws the conclusions of locked candidates and of hidden and naked
// singles until there are none left. dirty are the digits whose candidates
// have changed. It reports false where the grid turns out to have no solution;
// otherwise pairs are the cells with exactly two candidates, more those with
// at least two.
func (s *state9) propagate(dirty uint32) (pairs, more [3]uint32, ok bool) {
	for {
		for dirty != 0 {
			d := bits.TrailingZeros32(dirty) % 9
			dirty &= dirty - 1
			a, b, c, ok := fix9(s.bands[0][d], s.bands[1][d], s.bands[2][d])
			if !ok {
				return pairs, more, false
			}
			s.bands[0][d], s.bands[1][d], s.bands[2][d] = a, b, c
			ha, hb, hc := single9(a)&^s.solved[0], single9(b)&^s.solved[1], single9(c)&^s.solved[2]
			if ha|hb|hc == 0 {
				continue
			}
			lost := uint32(0)
			if ha != 0 {
				s.solved[0] |= ha
				lost |= take9(&s.bands[0], ha)
				s.bands[0][d] = a
			}
			if hb != 0 {
				s.solved[1] |= hb
				lost |= take9(&s.bands[1], hb)
				s.bands[1][d] = b
			}
			if hc != 0 {
				s.solved[2] |= hc
				lost |= take9(&s.bands[2], hc)
				s.bands[2][d] = c
			}
			dirty |= lost &^ (1 << d)
		}
		for b := range 3 {
			band := &s.bands[b]
			var even1, even2, even3 uint64
			for d := 0; d < 10; d += 2 {
				x := uint64(band[d]) | uint64(band[d+1])<<32
				even3 |= even2 & x
				even2 |= even1 & x
				even1 |= x
			}
			one, two, three := join9(even1, even2, even3)
			if one != band9 {
				return pairs, more, false
			}
			pairs[b], more[b] = two&^three, two
			if n := band9 &^ two &^ s.solved[b]; n != 0 {
				s.solved[b] |= n
				for d := range 9 {
					x := band[d]
					g := x & n
					if g == 0 {
						continue
					}
					rows := (g + band9) & spare9
					if g&(g-rows>>9) != 0 {
						return pairs, more, false
					}
					if y := x&^(rows-rows>>9) | g; y != x {
						band[d] = y
						dirty |= 1 << d
					}
				}
			}
		}
		if dirty == 0 && more != [3]uint32{} {
			if dirty, ok = s.countTriads(); !ok {
				return pairs, more, false
			}
		}
		if dirty == 0 {
			return pairs, more, true
		}
	}
}

// take9 removes cells of a band from all digits and returns the digits that
// lost something.
func take9(band *[10]uint32, cells uint32) (dirty uint32) {
	both := uint64(cells) | uint64(cells)<<32
	for d := 0; d < 10; d += 2 {
		x := uint64(band[d]) | uint64(band[d+1])<<32
		lost := x & both
		x ^= lost
		band[d], band[d+1] = uint32(x), uint32(x>>32)
		// The sum carries into the spare bits 30 and 62 where any bit is lost.
		lost = (lost + (1<<30-1)*(1|1<<32)) >> 30 & (1 | 1<<32)
		dirty |= uint32(lost|lost>>31) << d
	}
	return dirty
}

// single9 are the cells that are the only one of their row in a band.
func single9(x uint32) uint32 {
	several := x & (x - fields9)
	rows := spare9 &^ (several + band9)
	return x & (rows - rows>>9)
}

// fix9 takes the three bands of a digit to the cells that locked candidates
// leave it, and reports false where they leave no way to place it.
func fix9(a, b, c uint32) (uint32, uint32, uint32, bool) {
	a, b, c = a&fit9[triads9(a)], b&fit9[triads9(b)], c&fit9[triads9(c)]
	for {
		sa, sb, sc := columns9(a), columns9(b), columns9(c)
		if sa|sb|sc != row9 || a == 0 || b == 0 || c == 0 {
			return a, b, c, false
		}
		ka, kb, kc := uint32(alone9[sa]), uint32(alone9[sb]), uint32(alone9[sc])
		na := sa &^ (kb | kc)
		nb := sb &^ (ka | kc)
		nc := sc &^ (ka | kb)
		ma := na & uint32(claim9[na&^(nb|nc)])
		mb := nb & uint32(claim9[nb&^(na|nc)])
		mc := nc & uint32(claim9[nc&^(na|nb)])
		if ma == sa && mb == sb && mc == sc {
			return a, b, c, true
		}
		a, b, c = a&(ma*fields9), b&(mb*fields9), c&(mc*fields9)
		fa, fb, fc := a&fit9[triads9(a)], b&fit9[triads9(b)], c&fit9[triads9(c)]
		if fa == a && fb == b && fc == c {
			return a, b, c, a != 0 && b != 0 && c != 0
		}
		a, b, c = fa, fb, fc
	}
}

// triads9 are the triads of a band that hold any of its cells, as an index of fit9.
func triads9(x uint32) uint32 {
	t := (x | x>>3 | x>>6) & triad9
	return (t | t>>7 | t>>14) & 511
}

// join9 joins the counts of the even digits, in the low halves, with those of
// the odd ones: cells that at least one, two and three digits may go to.
func join9(one, two, three uint64) (uint32, uint32, uint32) {
	a1, a2, a3 := uint32(one), uint32(two), uint32(three)
	b1, b2, b3 := uint32(one>>32), uint32(two>>32), uint32(three>>32)
	return a1 | b1, a2 | b2 | a1&b1, a3 | b3 | a2&b1 | a1&b2
}
