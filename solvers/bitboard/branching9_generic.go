package bitboard

import "math/bits"

// peers9 are, by band and bit, the peers of a cell and the cell itself: those of
// bands 0 and 1, and those of band 2 twice, for candidates and bivalue cells.
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

// choose weighs digit by digit. README.md lists the alternatives that were tried.
func (k *portable9) choose(at int) (cell int, first, others uint) {
	s := &k.stack[at]
	if k.bivalue == [3]uint32{} {
		cell = first9(&k.open)
		digits := k.digits(at, cell)
		return cell, digits & -digits, digits & (digits - 1)
	}
	var lower [3][32]uint32 // by band and bit: weight<<8 | digit of the lower digit
	best := uint32(0)
	for d := range 9 {
		x := [3]uint32{s.bands[0][d], s.bands[1][d], s.bands[2][d]}
		w := [3]uint32{x[0] & k.bivalue[0], x[1] & k.bivalue[1], x[2] & k.bivalue[2]}
		x01 := uint64(x[0]) | uint64(x[1])<<32
		w01 := uint64(w[0]) | uint64(w[1])<<32
		x2 := uint64(x[2]) | uint64(w[2])<<32
		w2 := uint64(w[2])
		for b := range w {
			for left := w[b]; left != 0; left &= left - 1 {
				bit := bits.TrailingZeros32(left) & 31
				p := &peers9[b][bit]
				n := bits.OnesCount64(x01&p[0]) + bits.OnesCount64(x2&p[1]) + 3*bits.OnesCount64(w01&p[0]) + 2*bits.OnesCount64(w2&p[1])
				f := &lower[b][bit]
				if *f == 0 {
					*f = uint32(n)<<8 | uint32(d)
				} else if key := *f>>8*uint32(n)<<7 | uint32(80-27*b-int(at9[bit])); key > best {
					best, cell, first, others = key, 27*b+int(at9[bit]), 1<<(*f&15), 1<<d
				}
			}
		}
	}
	return cell, first, others
}

// first9 returns the first cell, row by row, of a set that is not empty.
func first9(x *[3]uint32) (cell int) {
	band := 0
	for x[band] == 0 {
		band++
	}
	bit := bits.TrailingZeros32(x[band]) / 10 * 10 // of the row
	row := x[band] >> bit & row9
	bit += bits.TrailingZeros32(row | row>>3 | row>>6) // and of the stack, whose columns are three apart
	for x[band]>>bit&1 == 0 {
		bit += 3
	}
	return 27*band + int(at9[bit])
}

// count9 returns the number of cells in three bands.
func count9(x *[3]uint32) int {
	return bits.OnesCount64(uint64(x[0])<<32|uint64(x[1])) + bits.OnesCount32(x[2])
}
