package bitboard

import (
	"math/bits"
	"sync"

	"gridjudge/solvers"
)

// avx512x16 is the kernel for 16x16 grids on processors with AVX-512.
type avx512x16 struct {
	stack  [256]lanes16 // first, so that the vectors are aligned
	view   view16       // of the state propagated last
	layout *layout16
}

func newAVX512x16() *avx512x16 { return &avx512x16{layout: lanesLayout16()} }

// lanes16 stores the candidates of a 16x16 grid for the AVX-512 kernel. Each cell has a word of 16 bits, with one bit
// for each digit. The cells are numbered row by row from 0, and cell 4l+k is the element [k][l]. For example, cells 4
// to 7 are the elements [0][1], [1][1], [2][1] and [3][1].
//
// These four cells lie side by side in one row and one box. Such a group of four cells is called a row triad. Its four
// words have the same index in the four arrays, so the assembly can OR the four arrays as whole vectors. Element l of
// the result contains all digits that row triad l can hold.
//
// The number of a row triad is l = 16b+4r+s for the band b, the row r within the band, and the
// stack s. The 64 words with the same k fill two vectors: one for bands 0 and 1, and one for bands
// 2 and 3.
type lanes16 [4][64]uint16

// lanesLayout16 says which cells the bits in the sets of a view16 stand for.
var lanesLayout16 = sync.OnceValue(func() *layout16 {
	return newLayout16(func(cell int) (word, bit int) { return cell % 4, cell / 4 })
})

// view16 holds sets of cells of a propagated state. Bit l of word k is cell 4l+k. The places are
// only written when a cell is chosen.
type view16 struct {
	bivalue [4]uint64     // cells with exactly two candidates
	open    [4]uint64     // cells with at least two
	at      [16][4]uint64 // by digit: the cells in which it is a candidate
	two     [16][4]uint64 // and in which it is a candidate of two
	three   [16][4]uint64 // or a candidate of three
}

func (k *avx512x16) load(puzzle solvers.Grid) (givens int) {
	return load16AVX512(&k.stack[0][0][0], &puzzle[:256][0])
}

func (k *avx512x16) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	if !propagate16AVX512(&k.stack[dst][0][0], &k.stack[src][0][0], cell, digits, &k.view.bivalue[0]) {
		return 0, false
	}
	solved = 256
	for _, open := range &k.view.open {
		solved -= bits.OnesCount64(open)
	}
	return solved, true
}

func (k *avx512x16) answer(at int, g solvers.Grid) {
	answer16AVX512(&g[:256][0], &k.stack[at][0][0])
}

func (k *avx512x16) digits(at, cell int) uint {
	return uint(k.stack[at][cell%4][cell/4])
}

// choose weighs one cell after the other.
func (k *avx512x16) choose(at int) (cell int, first, others uint) {
	v := &k.view
	best := weigh16AVX512(&k.stack[at][0][0], &v.bivalue[0], &k.layout.peers[0][0])
	n := 0
	for _, bivalue := range &v.bivalue {
		n += bits.OnesCount64(bivalue)
	}
	if n < fewBivalue16 {
		places := v.places()
		if bit, d, ok := k.layout.heaviestPair(&places, uint32(best>>8)); ok {
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

// places returns the places of the digits, which weigh16AVX512 has written.
func (v *view16) places() (p [16]places16) {
	for d := range p {
		p[d] = places16{v.at[d], v.two[d], v.three[d]}
	}
	return p
}
