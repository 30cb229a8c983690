package bitboard

import "math/bits"

// triadsOf16 are the triads of a digit that hold any of its cells. rows: bit
// 16r+4s+b is row r, stack s, band b. columns: bit 16b+4s+k is band b, stack s,
// its column k.
func triadsOf16(x *[4]uint64) (rows, columns uint64) {
	for b, y := range x {
		t := y | y>>2
		rows |= (t | t>>1) & triads16 << b
		c := y | y>>32
		columns |= (c | c>>16) & 0xffff << (16 * b)
	}
	return rows, columns
}

// cells16 are the cells of a band that lie in triads of both sorts.
func cells16(band int, rows, columns uint64) uint64 {
	return rows >> band & triads16 * 0xf & (columns >> (16 * band) & 0xffff * rows16)
}

// besideRows16 are the row triads with another one of the set in their box.
func besideRows16(x uint64) uint64 {
	return bits.RotateLeft64(x, 16) | bits.RotateLeft64(x, 32) | bits.RotateLeft64(x, 48)
}

// besideColumns16 are the column triads with another one of the set in their box.
func besideColumns16(x uint64) uint64 {
	return x<<1&(triads16*0xe) | x<<2&(triads16*0xc) | x<<3&(triads16*8) |
		x>>1&(triads16*7) | x>>2&(triads16*3) | x>>3&triads16
}

// tally16 are triads by how many digits they were counted for, at least.
type tally16 struct{ one, two, three, four, five uint64 }

func (t *tally16) add(x uint64) {
	t.five |= t.four & x
	t.four |= t.three & x
	t.three |= t.two & x
	t.two |= t.one & x
	t.one |= x
}

// countTriads draws what follows from a triad holding four digits: where only
// four may go there, they go nowhere else in its box; where four must go there,
// no other may. It returns the digits that lost something, and false where
// fewer may or more must.
func (s *state16) countTriads() (dirty uint32, ok bool) {
	var may, must [16][2]uint64 // of rows, of columns
	var mays, musts [2]tally16
	for d := range may {
		rows, columns := triadsOf16(&[4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]})
		may[d] = [2]uint64{rows, columns}
		must[d] = [2]uint64{rows &^ besideRows16(rows), columns &^ besideColumns16(columns)}
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
		rows := m[0] & (must[d][0] | ^musts[0].four) &^ besideRows16(m[0]&full[0])
		columns := m[1] & (must[d][1] | ^musts[1].four) &^ besideColumns16(m[1]&full[1])
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
