package bitboard

import "math/bits"

// peersOf9 are, by vector and lane, the peers of a cell and the cell itself, as
// the sets of a digit in view9.
var peersOf9 [3][32][2]uint64

func init() {
	for l := range 27 {
		rest := uint64(7)<<(l/3*3) | 0o111<<(l/9*9+l%3) // in row and box
		column := uint64(lines9) << (l % 3)
		for k := range peersOf9 {
			p := [4]uint64{rest, rest, rest}
			p[k] |= column
			peersOf9[k][l] = [2]uint64{p[0] | p[1]<<32, p[2]}
		}
	}
}

// choose weighs cell by cell: the word of a cell has its digits at hand.
func (k *avx512x9) choose(at int) (cell int, digits uint) {
	cells, v := &k.stack[at], &k.view
	bivalue := [2]uint64{uint64(v.bivalue[0]) | uint64(v.bivalue[1])<<32, uint64(v.bivalue[2])}
	if bivalue[0]|bivalue[1] == 0 {
		l := bits.TrailingZeros32(v.open[0]|v.open[1]|v.open[2]) & 31
		k := 0
		for v.open[k]>>l&1 == 0 {
			k++
		}
		return 3*l + k, uint(cells[k][l])
	}
	best := uint32(0)
	for k := range 3 {
		for left := v.bivalue[k]; left != 0; left &= left - 1 {
			l := bits.TrailingZeros32(left) & 31
			two := uint(cells[k][l])
			x, y := &v.at[bits.TrailingZeros(two)%9], &v.at[(bits.Len(two)-1)%9]
			p := &peersOf9[k][l]
			q := [2]uint64{p[0] & bivalue[0], p[1] & bivalue[1]}
			m := bits.OnesCount64(x[0]&p[0]) + bits.OnesCount64(x[1]&p[1]) + 3*(bits.OnesCount64(x[0]&q[0])+bits.OnesCount64(x[1]&q[1]))
			n := bits.OnesCount64(y[0]&p[0]) + bits.OnesCount64(y[1]&p[1]) + 3*(bits.OnesCount64(y[0]&q[0])+bits.OnesCount64(y[1]&q[1]))
			if key := uint32(m*n)<<7 | uint32(80-3*l-k); key > best {
				best, cell, digits = key, 3*l+k, two
			}
		}
	}
	return cell, digits
}
