package bitboard

import "gridjudge/solvers"

// avx512x9 is the kernel for 9x9 grids on processors with AVX-512.
type avx512x9 struct {
	stack [81]lanes9
	view  view9 // of the state propagated last
}

// lanes9 is the candidates of a 9x9 grid: per cell a word whose bits are digits.
// Cell 3l+k (row by row, from 0) is word l of vector k of three with 32 words each,
// so that lane l of the three vectors is a row triad. The number of a lane is made
// of band, row within the band and stack, l = 9b+3r+s:
//
//	lane       0 1 2   3 4 5   6 7 8   9 ...  26   27..31
//	band       0 0 0   0 0 0   0 0 0   1       2   not cells: always
//	row in it  0 0 0   1 1 1   2 2 2   0       2   all digits
//	stack      0 1 2   0 1 2   0 1 2   0       2
//
// The digits that a row triad may hold are the union of the three vectors. Those
// of the column triads are in one vector too: column k of stack s in band b is lane
// 9b+3k+s.
type lanes9 [3 * 32]uint16

// lanesLayout9 is the places of the cells in a lanes9 and its view9, where bit l of
// the k-th 32 bits of a set is cell 3l+k.
var lanesLayout9 = newLayout9(func(cell int) (bit, word int) {
	return 32*(cell%3) + cell/3, 32*(cell%3) + cell/3
})

func (k *avx512x9) load(puzzle solvers.Grid) (givens int) {
	return load9AVX512(&k.stack[0][0], &puzzle[:81][0])
}

func (k *avx512x9) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	solved = propagate9AVX512(&k.stack[to][0], &k.stack[from][0], cell, digits, &k.view.bivalue[0])
	return solved, solved >= 0
}

func (k *avx512x9) choose(at int) (cell int, first, others uint) {
	return lanesLayout9.choose(&k.view, k.stack[at][:])
}

func (k *avx512x9) answer(at int, g solvers.Grid) {
	answer9AVX512(&g[:81][0], &k.stack[at][0])
}

func (k *avx512x9) digits(at, cell int) uint {
	return uint(k.stack[at][lanesLayout9.word[cell]])
}
