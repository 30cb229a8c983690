package bitboard

import "math/bits"

// peers9 are, by band and bit, the cells that share a unit with a cell, itself
// included: those of bands 0 and 1, and those of band 2 twice.
var peers9 [3][32][2]uint64

func init() {
	for band := range 3 {
		for bit := range 30 {
			row, at := bit/10, bit%10
			var m [3]uint64
			for b := range m {
				m[b] = fields9 << at
			}
			m[band] |= row9<<(10*row) | 0o111<<(at%3)*fields9
			peers9[band][bit] = [2]uint64{m[0] | m[1]<<32, m[2] | m[2]<<32}
		}
	}
}

// choose picks the cell to branch on, the digit to try first and the one to
// try after it. Of the cells with two candidates it takes that whose digits
// weigh most, by the product: the weight of a digit is the number of
// candidates that placing it there removes, those of cells with two candidates
// counting four times. Ties go to the first cell, row by row. Where there is no
// such cell, the first open one comes, and other is digit: it is to be removed,
// the rest being left to the search.
//
// Nodes of the hardest list when the first pair was taken: 1.9 times as many.
// Weighing the two places of a digit in a unit as well saved 8 % of the nodes
// and cost more; a bonus for such places left behind raised them by 20 %.
func (s *state9) choose(pairs, more *[3]uint32) (cell uint32, band, digit, other int) {
	if *pairs == [3]uint32{} {
		cell, band = first9(more)
		digit = s.candidate(cell, band, 0)
		return cell, band, digit, digit
	}
	var first [3][32]uint32 // by band and bit: weight<<8 | digit of the first digit
	best := uint32(0)
	for d := range 9 {
		x := [3]uint32{s.bands[0][d], s.bands[1][d], s.bands[2][d]}
		w := [3]uint32{x[0] & pairs[0], x[1] & pairs[1], x[2] & pairs[2]}
		x01 := uint64(x[0]) | uint64(x[1])<<32
		w01 := uint64(w[0]) | uint64(w[1])<<32
		x2 := uint64(x[2]) | uint64(w[2])<<32
		w2 := uint64(w[2])
		for b := range w {
			for left := w[b]; left != 0; left &= left - 1 {
				bit := bits.TrailingZeros32(left) & 31
				p := &peers9[b][bit]
				n := bits.OnesCount64(x01&p[0]) + bits.OnesCount64(x2&p[1]) + 3*bits.OnesCount64(w01&p[0]) + 2*bits.OnesCount64(w2&p[1])
				f := &first[b][bit]
				if *f == 0 {
					*f = uint32(n)<<8 | uint32(d)
				} else if key := *f>>8*uint32(n)<<7 | uint32(80-27*b-int(at9[bit])); key > best {
					best, cell, band, digit, other = key, 1<<bit, b, int(*f&255), d
				}
			}
		}
	}
	return cell, band, digit, other
}

// first9 is the first cell, row by row, of a set that is not empty.
func first9(x *[3]uint32) (cell uint32, band int) {
	for x[band] == 0 {
		band++
	}
	bit := bits.TrailingZeros32(x[band]) / 10 * 10 // of the row
	row := x[band] >> bit & row9
	bit += bits.TrailingZeros32(row | row>>3 | row>>6) // and of the stack, whose columns lie three apart
	for x[band]>>bit&1 == 0 {
		bit += 3
	}
	return 1 << bit, band
}

// candidate is the first digit from the given one on that may go to a cell.
func (s *state9) candidate(cell uint32, band, digit int) int {
	for s.bands[band][digit]&cell == 0 {
		digit++
	}
	return digit
}

// count9 is the number of cells in three bands.
func count9(x *[3]uint32) int {
	return bits.OnesCount64(uint64(x[0])<<32|uint64(x[1])) + bits.OnesCount32(x[2])
}
