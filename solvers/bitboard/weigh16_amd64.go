package bitboard

import "math/bits"

// choose picks the cell to branch on, as state16.choose does, and returns its
// candidates. The lowest one is to be tried first.
func (v *view16) choose(cells *lanes16) (cell int, digits uint) {
	best := uint32(0)
	for k := range 4 {
		for left := v.pairs[k]; left != 0; left &= left - 1 {
			l := bits.TrailingZeros64(left) & 63
			two := uint(cells[k][l])
			x, y := &v.at[bits.TrailingZeros(two)&15], &v.at[(bits.Len(two)-1)&15]
			beside := 0xf<<(l&^3) | uint64(0x1111)<<(l&^15|l&3) // in row and box
			var m, n int
			for i, pairs := range &v.pairs {
				p := beside
				if i == k {
					p |= triads16 << (l & 3) // the column
				}
				q := p & pairs
				m += bits.OnesCount64(x[i]&p) + pairWeight16*bits.OnesCount64(x[i]&q)
				n += bits.OnesCount64(y[i]&p) + pairWeight16*bits.OnesCount64(y[i]&q)
			}
			if key := uint32(m*m+n*n)<<8 | uint32(255-4*l-k); key > best {
				best, cell, digits = key, 4*l+k, two
			}
		}
	}
	if best == 0 {
		l := bits.TrailingZeros64(v.more[0]|v.more[1]|v.more[2]|v.more[3]) & 63
		k := 0
		for v.more[k]>>l&1 == 0 {
			k++
		}
		return 4*l + k, uint(cells[k][l])
	}
	return cell, digits
}
