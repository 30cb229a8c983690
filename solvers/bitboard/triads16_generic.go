package bitboard

import "math/bits"

// triadsOf16 returns the triads that have any cell of a digit. rows: bit 16r+4s+b
// is row r, stack s, band b. columns: bit 16b+4s+k is band b, stack s, its column k.
func triadsOf16(x *[4]uint64) (rows, columns uint64) {
	for b, y := range x {
		t := y | y>>2
		rows |= (t | t>>1) & triads16 << b
		c := y | y>>32
		columns |= (c | c>>16) & 0xffff << (16 * b)
	}
	return rows, columns
}

// cells16 returns the cells of a band that are in triads of both kinds.
func cells16(band int, rows, columns uint64) uint64 {
	return rows >> band & triads16 * 0xf & (columns >> (16 * band) & 0xffff * rows16)
}

// othersInBoxRows16 returns the row triads with another one of x in their box.
func othersInBoxRows16(x uint64) uint64 {
	return bits.RotateLeft64(x, 16) | bits.RotateLeft64(x, 32) | bits.RotateLeft64(x, 48)
}

// othersInBoxColumns16 returns the column triads with another one of x in their box.
func othersInBoxColumns16(x uint64) uint64 {
	return x<<1&(triads16*0xe) | x<<2&(triads16*0xc) | x<<3&(triads16*8) |
		x>>1&(triads16*7) | x>>2&(triads16*3) | x>>3&triads16
}

// tally16 is the triads that were added at least so many times.
type tally16 struct{ one, two, three, four, five uint64 }

func (t *tally16) add(x uint64) {
	t.five |= t.four & x
	t.four |= t.three & x
	t.three |= t.two & x
	t.two |= t.one & x
	t.one |= x
}

// countTriads draws the conclusions of counting: a triad holds exactly four
// digits. If only four may go there, it eliminates them from the rest of its box;
// if four must go there, it loses all others. countTriads returns the digits that
// change, or false if fewer may or more must.
func (s *state16) countTriads() (dirty uint32, ok bool) {
	var may, must [16][2]uint64 // of rows, of columns
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
