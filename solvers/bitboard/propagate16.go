package bitboard

import "math/bits"

// propagate eliminates candidates by four rules, and repeats the rules until none of them changes anything:
//   - Locked candidates: if only one triad of a row can hold a digit, the other rows of its box lose the digit. If only
//     one row of a box can hold it, the other boxes of this row lose it. The same is done for columns.
//   - Hidden singles: if only one cell of a row can hold a digit, the digit is placed in this cell.
//   - Naked singles: if a cell has only one candidate, the other cells of its row, column and box lose this digit.
//   - Counting triads: a triad holds exactly four digits (see countTriads).
//
// The argument dirty contains the digits whose candidates have changed since the last propagation, so that propagate
// can skip the other digits at first.
//
// propagate returns three things: the cells with exactly two candidates, on which the search prefers to
// branch, the cells with at least two candidates, and false if the grid turns out not to have a
// solution.
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

// eliminate16 eliminates all candidates from some cells of a band, and returns the digits that have
// lost one.
func eliminate16(band *[16]uint64, cells uint64) (dirty uint32) {
	for d, x := range band {
		lost := x & cells
		band[d] = x ^ lost
		dirty |= uint32((lost|-lost)>>63) << d
	}
	return dirty
}

// hiddenSingles16 returns the cells of x that are the only one in their row. Every row of x must
// have at least one.
func hiddenSingles16(x uint64) uint64 {
	return x &^ filled16(x&(x-rows16))
}

// lockedCandidates16 restricts a digit in its four bands to what locked candidates leave. It
// returns false if there is no way to place the digit.
//
// A band has four rows and four boxes, and each row shares one triad with each box. So the triads of the band form a
// 4x4 matrix: its rows are the rows of the band, and its columns are the boxes. The matrix has a bit for each triad,
// which is 1 if the triad can hold the digit. A solved band contains the digit once in each row and once in each box.
// So the digit finally has exactly one place in each row and in each column of the matrix.
//
// A stack has such a matrix, too, with its column triads: the rows are the bands, and the columns are the columns of
// the stack. lockedCandidates16 collects the four matrices of the bands in one word and the four matrices of the stacks
// in another. matchings16 filters both words in the same way.
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

// matchings16 eliminates places of a digit in four 4x4 matrices at once. In the end, the digit must have exactly one
// place in each row and in each column of a matrix. This leads to two rules:
//   - If a row has only one place left, the other places in the same column are eliminated.
//   - If a column has only one place left, the other places in the same row are eliminated.
//
// matchings16 applies these rules until nothing changes. It returns false if a row or a column is left without a place,
// or if two columns need the same row.
//
// The argument m contains the matrices, and the other arguments say how. Two adjacent places of a row are step bits
// apart, and two adjacent places of a column are sixteen bits apart. The argument low contains the
// first place of each row, and spread contains all places of the row whose first place is bit 0.
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
		// A place that is alone in its row eliminates the others of its column.
		alone := m &^ (many * spread)
		next := m &^ (bits.RotateLeft64(alone, 16) | bits.RotateLeft64(alone, 32) | bits.RotateLeft64(alone, 48))
		// A place that is alone in its column eliminates the others of its row.
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

// triadsOf16 returns the triads in which a digit is possible. In rows, bit 16r+4s+b stands for row
// r and stack s of band b. In columns, bit 16b+4s+k stands for column k of stack s in band b.
func triadsOf16(x *[4]uint64) (rows, columns uint64) {
	for b, y := range x {
		t := y | y>>2
		rows |= (t | t>>1) & triads16 << b
		c := y | y>>32
		columns |= (c | c>>16) & 0xffff << (16 * b)
	}
	return rows, columns
}

// cells16 returns the cells of a band whose row triad is in rows and whose column triad is in
// columns.
func cells16(band int, rows, columns uint64) uint64 {
	return rows >> band & triads16 * 0xf & (columns >> (16 * band) & 0xffff * rows16)
}

// othersInBoxRows16 returns the row triads for which x has another row triad in the same box.
func othersInBoxRows16(x uint64) uint64 {
	return bits.RotateLeft64(x, 16) | bits.RotateLeft64(x, 32) | bits.RotateLeft64(x, 48)
}

// othersInBoxColumns16 returns the column triads for which x has another column triad in the same
// box.
func othersInBoxColumns16(x uint64) uint64 {
	return x<<1&(triads16*0xe) | x<<2&(triads16*0xc) | x<<3&(triads16*8) |
		x>>1&(triads16*7) | x>>2&(triads16*3) | x>>3&triads16
}

// tally16 has the sets of triads that were added at least once, twice, and so on up to five times.
type tally16 struct{ one, two, three, four, five uint64 }

func (t *tally16) add(x uint64) {
	t.five |= t.four & x
	t.four |= t.three & x
	t.three |= t.two & x
	t.two |= t.one & x
	t.one |= x
}

// countTriads uses the fact that a triad holds exactly four digits. (A triad is the four cells that a box shares with a
// row or a column.) It counts two kinds of digits for each triad:
//   - Possible digits: if only four digits are possible in a triad, they fill it. So these digits are eliminated from
//     the rest of its box. With fewer than four possible digits, there is no solution.
//   - Certain digits: the triad must hold a digit that the rest of its box cannot hold. Four certain digits fill the
//     triad, so all other digits are eliminated from it. With more than four certain digits, there is no solution.
//
// countTriads returns the digits whose candidates have changed, or false if there is no solution.
func (s *state16) countTriads() (dirty uint32, ok bool) {
	var may, must [16][2]uint64 // the row triads and the column triads that each digit may, must go into
	var mays, musts [2]tally16
	for d := range may {
		rows, columns := triadsOf16(&[4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]})
		may[d] = [2]uint64{rows, columns}
		must[d] = [2]uint64{rows &^ othersInBoxRows16(rows), columns &^ othersInBoxColumns16(columns)}
		for i := range mays {
			mays[i].add(may[d][i])
			musts[i].add(must[d][i])
		}
	}
	if mays[0].four&mays[1].four != ^uint64(0) || musts[0].five|musts[1].five != 0 {
		return 0, false
	}
	var full [2]uint64
	for i := range full {
		full[i] = mays[i].four &^ mays[i].five
	}
	if full[0] == musts[0].four && full[1] == musts[1].four { // as at 9x9
		return 0, true
	}
	for d, m := range &may {
		rows := m[0] & (must[d][0] | ^musts[0].four) &^ othersInBoxRows16(m[0]&full[0])
		columns := m[1] & (must[d][1] | ^musts[1].four) &^ othersInBoxColumns16(m[1]&full[1])
		if rows == m[0] && columns == m[1] {
			continue
		}
		dirty |= 1 << d
		for b := range s.bands {
			s.bands[b][d] &= cells16(b, rows, columns)
		}
	}
	return dirty, true
}
