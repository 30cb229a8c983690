package bitboard

import "math/bits"

// propagate draws the conclusions of locked candidates, hidden singles, naked
// singles and triads until there are none left. dirty are the digits whose
// candidates have changed. It returns the cells with exactly two and with at
// least two candidates, or false if the grid turns out to have no solution.
func (s *state9) propagate(dirty uint32) (bivalue, open [3]uint32, ok bool) {
	for {
		for dirty != 0 {
			d := bits.TrailingZeros32(dirty) % 9
			dirty &= dirty - 1
			a, b, c, ok := lockedCandidates9(s.bands[0][d], s.bands[1][d], s.bands[2][d])
			if !ok {
				return bivalue, open, false
			}
			s.bands[0][d], s.bands[1][d], s.bands[2][d] = a, b, c
			ha, hb, hc := hiddenSingles9(a)&^s.solved[0], hiddenSingles9(b)&^s.solved[1], hiddenSingles9(c)&^s.solved[2]
			if ha|hb|hc == 0 {
				continue
			}
			lost := uint32(0)
			if ha != 0 {
				s.solved[0] |= ha
				lost |= eliminate9(&s.bands[0], ha)
				s.bands[0][d] = a
			}
			if hb != 0 {
				s.solved[1] |= hb
				lost |= eliminate9(&s.bands[1], hb)
				s.bands[1][d] = b
			}
			if hc != 0 {
				s.solved[2] |= hc
				lost |= eliminate9(&s.bands[2], hc)
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
				return bivalue, open, false
			}
			bivalue[b], open[b] = two&^three, two
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
						return bivalue, open, false
					}
					if y := x&^(rows-rows>>9) | g; y != x {
						band[d] = y
						dirty |= 1 << d
					}
				}
			}
		}
		if dirty == 0 && open != [3]uint32{} {
			if dirty, ok = s.countTriads(); !ok {
				return bivalue, open, false
			}
		}
		if dirty == 0 {
			return bivalue, open, true
		}
	}
}

// eliminate9 eliminates all candidates of cells of a band and returns the digits
// that change.
func eliminate9(band *[10]uint32, cells uint32) (dirty uint32) {
	both := uint64(cells) | uint64(cells)<<32
	for d := 0; d < 10; d += 2 {
		x := uint64(band[d]) | uint64(band[d+1])<<32
		lost := x & both
		x ^= lost
		band[d], band[d+1] = uint32(x), uint32(x>>32)
		// The sum carries into bits 30 and 62 if any bit is lost.
		lost = (lost + (1<<30-1)*(1|1<<32)) >> 30 & (1 | 1<<32)
		dirty |= uint32(lost|lost>>31) << d
	}
	return dirty
}

// hiddenSingles9 returns the cells of x that are the only one of their row. No row
// of x may be empty.
func hiddenSingles9(x uint32) uint32 {
	several := x & (x - fields9)
	rows := spare9 &^ (several + band9)
	return x & (rows - rows>>9)
}

// lockedCandidates9 restricts the three bands of a digit to what locked candidates
// leave, or reports false if there is no way to place the digit.
func lockedCandidates9(a, b, c uint32) (uint32, uint32, uint32, bool) {
	a, b, c = a&permutations9[triads9(a)], b&permutations9[triads9(b)], c&permutations9[triads9(c)]
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
		fa, fb, fc := a&permutations9[triads9(a)], b&permutations9[triads9(b)], c&permutations9[triads9(c)]
		if fa == a && fb == b && fc == c {
			return a, b, c, a != 0 && b != 0 && c != 0
		}
		a, b, c = fa, fb, fc
	}
}

// triads9 returns the triads that have any cell of x, as an index of permutations9.
func triads9(x uint32) uint32 {
	t := (x | x>>3 | x>>6) & triad9
	return (t | t>>7 | t>>14) & 511
}

// join9 adds the counts of the even digits, in the low halves, and of the odd
// ones. It returns the cells with at least one, two and three candidates.
func join9(one, two, three uint64) (uint32, uint32, uint32) {
	a1, a2, a3 := uint32(one), uint32(two), uint32(three)
	b1, b2, b3 := uint32(one>>32), uint32(two>>32), uint32(three>>32)
	return a1 | b1, a2 | b2 | a1&b1, a3 | b3 | a2&b1 | a1&b2
}
