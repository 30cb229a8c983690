package bitboard

import "gridjudge/solvers"

// avx2x9 is the kernel for 9x9 grids on processors with AVX2.
type avx2x9 struct {
	scratch [2][16]uint16 // of the assembly
	stack   [81]quarters9
	view    view9 // of the state propagated last
}

// quarters9 is the candidates of a 9x9 grid: per cell a word whose bits are digits. It
// is nine vectors of 16 words. Vector 3b+k is column k of each stack of band b.
// Its word 4s+r is row r of the band and stack s:
//
//	word   0 1 2  3  4 5 6  7  8 9 10  11  12..15
//	stack  0 0 0     1 1 1     2 2  2      not cells: always
//	row    0 1 2  *  0 1 2  *  0 1  2   *  all digits, as *
//
// A row triad is the same word of three vectors. Column triads have one vector per
// band: column k of stack s is word 4s+k.
type quarters9 [9 * 16]uint16

// quartersLayout9 is the places of the cells in a quarters9 and its view9. A set of
// view9 is four times 32 bits, one per byte of two vectors that are packed into
// one. The cells of vector 8 are there in the unused words of vectors 0 to 2.
var quartersLayout9 = newLayout9(func(cell int) (bit, word int) {
	row, stack, vector := cell/9%3, cell%9/3, cell/27*3+cell%3
	word = 16*vector + 4*stack + row
	if vector == 8 {
		vector, stack = stack, 3
	}
	return 32*(vector/2) + 16*(stack/2) + 8*(vector%2) + 4*(stack%2) + row, word
})

func (k *avx2x9) load(puzzle solvers.Grid) (givens int) {
	return load9AVX2(&k.stack[0][0], &puzzle[:81][0])
}

func (k *avx2x9) propagate(to, from, cell int, digits uint) (solved int, ok bool) {
	word := -1
	if cell >= 0 {
		word = int(quartersLayout9.word[cell])
	}
	solved = propagate9AVX2(&k.stack[to][0], &k.stack[from][0], word, digits, &k.scratch[0][0], &k.view.bivalue[0])
	return solved, solved >= 0
}

func (k *avx2x9) choose(at int) (cell int, first, others uint) {
	return quartersLayout9.choose(&k.view, k.stack[at][:])
}

func (k *avx2x9) answer(at int, g solvers.Grid) {
	answer9AVX2(&g[:81][0], &k.stack[at][0])
}

func (k *avx2x9) digits(at, cell int) uint {
	return uint(k.stack[at][quartersLayout9.word[cell]])
}
