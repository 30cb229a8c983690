package bitboard

// The triads of a digit in a word: bit 9b+3r+s of the low half is the triad of row
// r of band b in stack s; bit 9b+3k+s of the high half is the triad of column k of
// stack s in band b.
const (
	lines9 = 0o111111111               // low half: the first triad of each row
	boxes9 = 7 | 7<<9 | 7<<18          // the first three triads of each band
	bands9 = 1 | 1<<9 | 1<<18          // the first triad of each band
	all9   = (1<<27 - 1) * (1 | 1<<32) // all triads
)

// countTriads draws the conclusions of counting: a triad holds exactly three
// digits. If only three may go there, it eliminates them from the rest of its line
// and its box; if three must go there, it loses all others. countTriads returns
// the digits that change, or false if fewer may or more must.
func (s *state9) countTriads() (dirty uint32, ok bool) {
	var may, must [9]uint64
	var may1, may2, may3, may4, must1, must2, must3, must4 uint64
	for d := range 9 {
		a, b, c := s.bands[0][d], s.bands[1][d], s.bands[2][d]
		x := triads9(a) | triads9(b)<<9 | triads9(c)<<18
		y := columns9(a) | columns9(b)<<9 | columns9(c)<<18
		m := uint64(x) | uint64(y)<<32
		may[d] = m
		may4 |= may3 & m
		may3 |= may2 & m
		may2 |= may1 & m
		may1 |= m
		z := x & (x - lines9)
		z = (z | z>>1 | z>>2) & lines9 * 7
		// The column triads of a box are three bits apart.
		p, q, r := y&boxes9, y>>3&boxes9, y>>6&boxes9
		w := (p&q | r&(p|q)) * 0o111
		m &^= uint64(z) | uint64(w)<<32
		must[d] = m
		must4 |= must3 & m
		must3 |= must2 & m
		must2 |= must1 & m
		must1 |= m
	}
	if may3 != all9 || must4 != 0 {
		return 0, false
	}
	full := may3 &^ may4
	for d, m := range &may {
		if m&full|m&must3&^must[d] == 0 {
			continue
		}
		n := m & (must[d] | ^must3)
		if l := uint32(m & full); l != 0 {
			line := (l | l>>1 | l>>2) & lines9 * 7
			box := (l | l>>3 | l>>6) & boxes9 * 0o111
			n &^= uint64((line | box) &^ l)
		}
		if l := uint32(m & full >> 32); l != 0 {
			line := (l | l>>9 | l>>18) & row9 * bands9
			box := (l | l>>3 | l>>6) & boxes9 * 0o111
			n &^= uint64((line|box)&^l) << 32
		}
		if n == m {
			continue
		}
		dirty |= 1 << d
		for b := range 3 {
			t := uint32(n >> (9 * b))
			t = (t&7 | t>>3&7<<10 | t>>6&7<<20) * 0o111
			s.bands[b][d] &= t & (uint32(n>>(32+9*b)) & row9 * fields9)
		}
	}
	return dirty, true
}

// columns9 returns the columns that have any cell of x.
func columns9(x uint32) uint32 {
	return (x | x>>10 | x>>20) & row9
}
