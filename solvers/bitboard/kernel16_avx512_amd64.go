package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// avx512x16 is the kernel for 16x16 grids on processors with AVX-512.
type avx512x16 struct {
	stack [256]lanes16 // first, so that the vectors are aligned
	view  view16       // of the state propagated last
}

// lanes16 is the candidates of a 16x16 grid: per cell a word whose bits are
// digits. Cell 4l+k is word l of the 64 of column k. The number of a word is made
// of band, row within the band and stack, l = 16b+4r+s. The 64 words are two
// vectors: bands 0 and 1, bands 2 and 3.
type lanes16 [4][64]uint16

// view16 is a propagated state as sets of cells: bit l of word k is cell 4l+k.
type view16 struct {
	bivalue [4]uint64     // cells with exactly two candidates
	open    [4]uint64     // cells with at least two
	at      [16][4]uint64 // by digit: where it may go; not written if no cell is open
}

// load has no branches, because every given would be mispredicted.
func (k *avx512x16) load(puzzle solvers.Grid) (givens int) {
	c := &k.stack[0]
	p := puzzle[:256]
	for l := range 64 {
		for v := range c {
			d := uint32(p[4*l+v])
			all := (d - 1) >> 16 // all digits if there is no given
			c[v][l] = uint16(1<<(d&31)>>1 | all)
			givens += int((d + 31) >> 5)
		}
	}
	return givens
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
	c := &k.stack[at]
	g = g[:256]
	for l := range 64 {
		for v := range c {
			g[4*l+v] = uint8(bits.Len16(c[v][l]))
		}
	}
}

func (k *avx512x16) digits(at, cell int) uint {
	return uint(k.stack[at][cell%4][cell/4])
}
