package bitboard

import "math/bits"

// propagate draws the conclusions of locked candidates and of hidden and naked
// singles until there are none left. dirty are the digits whose candidates
// have changed. It reports false where the grid turns out to have no solution;
// otherwise pairs are the cells with exactly two candidates, more those with
// at least two.
func (s *state16) propagate(dirty uint32) (pairs, more [4]uint64, ok bool) {
	for {
		for dirty != 0 {
			d := bits.TrailingZeros32(dirty) & 15
			dirty &= dirty - 1
			x, ok := fix16([4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]})
			if !ok {
				return pairs, more, false
			}
			for b := range x {
				s.bands[b][d] = x[b]
				if h := single16(x[b]) &^ s.solved[b]; h != 0 {
					s.solved[b] |= h
					dirty |= take16(&s.bands[b], h) &^ (1 << d)
					s.bands[b][d] = x[b]
				}
			}
		}
		for b := range s.bands {
			band := &s.bands[b]
			var one, two, three uint64
			for _, x := range band {
				three |= two & x
				two |= one & x
				one |= x
			}
			if one != ^uint64(0) {
				return pairs, more, false
			}
			pairs[b], more[b] = two&^three, two
			if n := ^(two | s.solved[b]); n != 0 {
				s.solved[b] |= n
				for d, x := range band {
					g := x & n
					if g == 0 {
						continue
					}
					full := filled16(g)
					if g&(g-full&rows16) != 0 {
						return pairs, more, false
					}
					if y := x&^full | g; y != x {
						band[d] = y
						dirty |= 1 << d
					}
				}
			}
		}
		if dirty == 0 && more != [4]uint64{} {
			if dirty, ok = s.countTriads(); !ok {
				return pairs, more, false
			}
		}
		if dirty == 0 {
			return pairs, more, true
		}
	}
}

// take16 removes cells of a band from all digits and returns the digits that
// lost something.
func take16(band *[16]uint64, cells uint64) (dirty uint32) {
	for d, x := range band {
		lost := x & cells
		band[d] = x ^ lost
		dirty |= uint32((lost|-lost)>>63) << d
	}
	return dirty
}

// single16 are the cells that are the only one of their row in a band that has
// no empty row.
func single16(x uint64) uint64 {
	return x &^ filled16(x&(x-rows16))
}

// fix16 takes the four bands of a digit to the cells that locked candidates
// leave it, and reports false where they leave no way to place it.
//
// Two words hold what locked candidates turn on, and both are filtered alike:
// which triads of rows the digit may go to, as 4x4 row-by-stack matrices, one
// a band; and which triads of columns, as band-by-column matrices, one a
// stack. The digit takes one place in each row and each column of a matrix.
func fix16(x [4]uint64) ([4]uint64, bool) {
	for {
		rows, columns := triadsOf16(&x)
		r, ok := match16(rows, 4, rows16*0xf, 0x1111)
		if !ok {
			return x, false
		}
		c, ok := match16(columns, 1, triads16, 0xf)
		if !ok {
			return x, false
		}
		if r == rows && c == columns {
			return x, true
		}
		for b := range x {
			x[b] &= cells16(b, r, c)
		}
	}
}

// match16 takes four 4x4 matrices of places to those left after each row's
// and each column's only place has barred the others beside it. A row's four
// places lie step apart, the first where low has a bit, and make up spread
// when that is bit 0; a column's lie sixteen apart.
func match16(m uint64, step uint, low, spread uint64) (uint64, bool) {
	for {
		beside := bits.RotateLeft64(m, 16) | bits.RotateLeft64(m, 32) | bits.RotateLeft64(m, 48)
		some, many := m|m>>(step&63), m&(m>>(step&63))
		step2 := 2 * step & 63
		many = (many | many>>step2 | some&(some>>step2)) & low
		some = (some | some>>step2) & low
		if some != low || m|beside != ^uint64(0) {
			return m, false
		}
		// Alone in its row: the others of its column go.
		alone := m &^ (many * spread)
		next := m &^ (bits.RotateLeft64(alone, 16) | bits.RotateLeft64(alone, 32) | bits.RotateLeft64(alone, 48))
		// Alone in its column: the others of its row go.
		only := next &^ beside
		owned, twice := only|only>>(step&63), only&(only>>(step&63))
		if (twice|twice>>step2|owned&(owned>>step2))&low != 0 {
			return m, false
		}
		owned = (owned | owned>>step2) & low
		next &= only | ^(owned * spread)
		if next == m {
			return m, true
		}
		m = next
	}
}
