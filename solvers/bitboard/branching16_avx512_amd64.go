package bitboard

import "math/bits"

// choose weighs cell by cell, as at 9x9.
func (k *avx512x16) choose(at int) (cell int, first, others uint) {
	v := &k.view
	best := weigh16AVX512(&k.stack[at][0][0], &v.bivalue[0], &k.layout.peers[0][0])
	n := 0
	for _, bivalue := range &v.bivalue {
		n += bits.OnesCount64(bivalue)
	}
	if n < fewBivalue16 {
		if bit, d, ok := k.layout.heaviestPair(v.places, uint32(best>>8)); ok {
			cell = int(k.layout.cell[bit])
			return cell, 1 << d, k.digits(at, cell) &^ (1 << d)
		}
	}
	if best != 0 {
		cell = 255 - int(best&255)
	} else {
		l := bits.TrailingZeros64(v.open[0]|v.open[1]|v.open[2]|v.open[3]) & 63
		i := 0
		for v.open[i]>>l&1 == 0 {
			i++
		}
		cell = 4*l + i
	}
	digits := k.digits(at, cell)
	return cell, digits & -digits, digits & (digits - 1)
}

// places returns the places of a digit that weigh16AVX512 has written.
func (v *view16) places(d int) places16 { return places16{v.at[d], v.two[d], v.three[d]} }
