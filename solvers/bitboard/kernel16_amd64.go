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

// lanes16 is the candidates of a 16x16 grid: per cell a word whose bits are
// digits. Cell 4l+k is word l of the 64 of column k. The number of a word is made
// of band, row within the band and stack, l = 16b+4r+s. The 64 words are two
// vectors: bands 0 and 1, bands 2 and 3.
type lanes16 [4][64]uint16

// lanesLayout16 is the cells of the sets of a view16.
var lanesLayout16 = sync.OnceValue(func() *layout16 {
	return newLayout16(func(cell int) (word, bit int) { return cell % 4, cell / 4 })
})

// view16 is a propagated state as sets of cells: bit l of word k is cell 4l+k. The
// choice of the cell writes the places.
type view16 struct {
	bivalue [4]uint64     // cells with exactly two candidates
	open    [4]uint64     // cells with at least two
	at      [16][4]uint64 // by digit: where it may go
	two     [16][4]uint64 // and there is one of two
	three   [16][4]uint64 // or of three
}

func (k *avx512x16) load(puzzle solvers.Grid) (givens int) {
	return load16AVX512(&k.stack[0][0][0], &puzzle[:256][0])
}

func (k *avx512x16) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	if !propagate16AVX512(&k.stack[to][0][0], &k.stack[from][0][0], cell, digits, &k.view.bivalue[0]) {
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

// choose weighs cell by cell, as at 9x9.
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

// places returns the places of the digits that weigh16AVX512 has written.
func (v *view16) places() (p [16]places16) {
	for d := range p {
		p[d] = places16{v.at[d], v.two[d], v.three[d]}
	}
	return p
}
