package bitboard

import "math/bits"

// propagate draws the conclusions of locked candidates, hidden singles, naked
// singles and triads until there are none left. dirty are the digits whose
// candidates have changed. It returns the cells with exactly two and with at
// least two candidates, or false if the grid turns out to have no solution.
func (s *state16) propagate(dirty uint32) (bivalue, open [4]uint64, ok bool) {
	for {
		for dirty != 0 {
			d := bits.TrailingZeros32(dirty) & 15
			dirty &= dirty - 1
			x, ok := lockedCandidates16([4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]})
			if !ok {
				return bivalue, open, false
			}
			for b := range x {
				s.bands[b][d] = x[b]
				if h := hiddenSingles16(x[b]) &^ s.solved[b]; h != 0 {
					s.solved[b] |= h
					dirty |= eliminate16(&s.bands[b], h) &^ (1 << d)
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
				return bivalue, open, false
			}
			bivalue[b], open[b] = two&^three, two
			if n := ^(two | s.solved[b]); n != 0 {
				s.solved[b] |= n
				for d, x := range band {
					g := x & n
					if g == 0 {
						continue
					}
					full := filled16(g)
					if g&(g-full&rows16) != 0 {
						return bivalue, open, false
					}
					if y := x&^full | g; y != x {
						band[d] = y
						dirty |= 1 << d
					}
				}
			}
		}
		if dirty == 0 && open != [4]uint64{} {
			if dirty, ok = s.countTriads(); !ok {
				return bivalue, open, false
			}
		}
		if dirty == 0 {
			return bivalue, open, true
		}
	}
}

// eliminate16 eliminates all candidates of cells of a band and returns the digits
// that change.
func eliminate16(band *[16]uint64, cells uint64) (dirty uint32) {
	for d, x := range band {
		lost := x & cells
		band[d] = x ^ lost
		dirty |= uint32((lost|-lost)>>63) << d
	}
	return dirty
}

// hiddenSingles16 returns the cells of x that are the only one of their row. No row
// of x may be empty.
func hiddenSingles16(x uint64) uint64 {
	return x &^ filled16(x&(x-rows16))
}

// lockedCandidates16 restricts the four bands of a digit to what locked candidates
// leave, or reports false if there is no way to place the digit.
//
// Locked candidates depend on two words, which are filtered alike: the row triads
// that the digit may go to, as 4x4 row-by-stack matrices, one per band; and the
// column triads, as band-by-column matrices, one per stack. The digit has one
// place in each row and each column of a matrix.
func lockedCandidates16(x [4]uint64) ([4]uint64, bool) {
	for {
		rows, columns := triadsOf16(&x)
		r, ok := matchings16(rows, 4, rows16*0xf, 0x1111)
		if !ok {
			return x, false
		}
		c, ok := matchings16(columns, 1, triads16, 0xf)
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

// matchings16 filters the places of four 4x4 matrices: the only place of a row
// eliminates the others of its column, the only place of a column the others of
// its row, until nothing changes. It reports false if a row or a column has no
// place. The places of a row are step bits apart; its first one is where low has a
// bit, and spread is the row whose first place is bit 0. The places of a column
// are sixteen bits apart.
func matchings16(m uint64, step uint, low, spread uint64) (uint64, bool) {
	for {
		others := bits.RotateLeft64(m, 16) | bits.RotateLeft64(m, 32) | bits.RotateLeft64(m, 48)
		some, many := m|m>>(step&63), m&(m>>(step&63))
		step2 := 2 * step & 63
		many = (many | many>>step2 | some&(some>>step2)) & low
		some = (some | some>>step2) & low
		if some != low || m|others != ^uint64(0) {
			return m, false
		}
		// Alone in its row: eliminates the others of its column.
		alone := m &^ (many * spread)
		next := m &^ (bits.RotateLeft64(alone, 16) | bits.RotateLeft64(alone, 32) | bits.RotateLeft64(alone, 48))
		// Alone in its column: eliminates the others of its row.
		only := next &^ others
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
