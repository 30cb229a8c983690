package bitboard

import "math/bits"

// peers16 are, by bit, the peers of a cell and the cell itself: those of its own
// band, and its column in the others.
var peers16 [64][2]uint64

func init() {
	for bit := range 64 {
		column := uint64(rows16) << (bit % 16)
		row := uint64(0xffff) << (bit &^ 15)
		box := uint64(rows16*0xf) << (bit % 16 &^ 3)
		peers16[bit] = [2]uint64{column | row | box, column}
	}
}

// bivalueWeight16 is how many times a candidate of a bivalue cell counts in addition to
// the one time that every candidate counts.
const bivalueWeight16 = 8

// choose weighs digit by digit.
func (k *portable16) choose(at int) (cell int, digits uint) {
	s := &k.stack[at]
	var first [4][64]uint32 // by band and bit: weight<<8 | digit of the lower digit
	best := uint32(0)
	for d := range 16 {
		x := [4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]}
		w := [4]uint64{x[0] & k.bivalue[0], x[1] & k.bivalue[1], x[2] & k.bivalue[2], x[3] & k.bivalue[3]}
		for b := range 4 {
			for left := w[b]; left != 0; left &= left - 1 {
				bit := bits.TrailingZeros64(left) & 63
				p := &peers16[bit]
				n := 0
				for i := range x {
					m := p[1]
					if i == b {
						m = p[0]
					}
					n += bits.OnesCount64(x[i]&m) + bivalueWeight16*bits.OnesCount64(w[i]&m)
				}
				f := &first[b][bit]
				if *f == 0 {
					*f = uint32(n)<<8 | uint32(d)
				} else if key := (*f>>8*(*f>>8)+uint32(n*n))<<8 | uint32(255-64*b-bit); key > best {
					best, cell, digits = key, 64*b+bit, 1<<(*f&15)|1<<d
				}
			}
		}
	}
	if best == 0 {
		b := 0
		for k.open[b] == 0 {
			b++
		}
		cell = 64*b + bits.TrailingZeros64(k.open[b])
		digits = k.digits(at, cell)
	}
	return cell, digits
}
