package bitboard

import "math/bits"

// choose weighs cell by cell, as at 9x9.
func (k *avx512x16) choose(at int) (cell int, digits uint) {
	cells, v := &k.stack[at], &k.view
	best := uint32(0)
	for k := range 4 {
		for left := v.bivalue[k]; left != 0; left &= left - 1 {
			l := bits.TrailingZeros64(left) & 63
			two := uint(cells[k][l])
			x, y := &v.at[bits.TrailingZeros(two)&15], &v.at[(bits.Len(two)-1)&15]
			rest := 0xf<<(l&^3) | uint64(0x1111)<<(l&^15|l&3) // in row and box
			var m, n int
			for i, bivalue := range &v.bivalue {
				p := rest
				if i == k {
					p |= triads16 << (l & 3) // the column
				}
				q := p & bivalue
				m += bits.OnesCount64(x[i]&p) + bivalueWeight16*bits.OnesCount64(x[i]&q)
				n += bits.OnesCount64(y[i]&p) + bivalueWeight16*bits.OnesCount64(y[i]&q)
			}
			if key := uint32(m*m+n*n)<<8 | uint32(255-4*l-k); key > best {
				best, cell, digits = key, 4*l+k, two
			}
		}
	}
	if best == 0 {
		l := bits.TrailingZeros64(v.open[0]|v.open[1]|v.open[2]|v.open[3]) & 63
		k := 0
		for v.open[k]>>l&1 == 0 {
			k++
		}
		return 4*l + k, uint(cells[k][l])
	}
	return cell, digits
}
