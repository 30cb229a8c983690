package bitboard

import "math/bits"

// peers16 are, by band and bit, the cells that share a unit with a cell,
// itself included: those of its own band, and its column in the others.
var peers16 [64][2]uint64

func init() {
	for bit := range 64 {
		column := uint64(rows16) << (bit % 16)
		row := uint64(0xffff) << (bit &^ 15)
		box := uint64(rows16*0xf) << (bit % 16 &^ 3)
		peers16[bit] = [2]uint64{column | row | box, column}
	}
}

const pairWeight16 = 8

// choose picks the cell and the digit to try first, by the rule of the 9x9, but
// for two things: cells with two candidates weigh more, and it is the sum of the
// squares of the digits' weights that counts.
func (s *state16) choose(pairs, more *[4]uint64) (cell uint64, band, digit int) {
	var first [4][64]uint32
	best := uint32(0)
	for d := range 16 {
		x := [4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]}
		w := [4]uint64{x[0] & pairs[0], x[1] & pairs[1], x[2] & pairs[2], x[3] & pairs[3]}
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
					n += bits.OnesCount64(x[i]&m) + pairWeight16*bits.OnesCount64(w[i]&m)
				}
				f := &first[b][bit]
				if *f == 0 {
					*f = uint32(n)<<8 | uint32(d)
				} else if key := (*f>>8*(*f>>8)+uint32(n*n))<<8 | uint32(255-64*b-bit); key > best {
					best, cell, band, digit = key, 1<<bit, b, int(*f&255)
				}
			}
		}
	}
	if best == 0 {
		for more[band] == 0 {
			band++
		}
		cell = more[band] & -more[band]
		for s.bands[band][digit]&cell == 0 {
			digit++
		}
	}
	return cell, band, digit
}
