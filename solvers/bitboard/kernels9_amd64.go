package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// avx512x9 is the kernel for 9x9 grids on processors with AVX-512.
type avx512x9 struct {
	stack [81]lanes9
	view  view9 // of the state propagated last
}

// lanes9 stores the candidates of a 9x9 grid for the AVX-512 kernel. It consists of three vectors, and each vector has
// 32 lanes of 16 bits. A cell has one lane, with one bit for each digit. The cells are numbered row by row from 0, and
// cell 3l+k is in lane l of vector k. For example, cells 3, 4 and 5 are in lane 1 of vectors 0, 1 and 2.
//
// These three cells lie side by side in one row and one box. Such a group of three cells is called a row triad. Its
// cells have the same lane in the three vectors, so a single instruction, which takes the OR of three vectors, combines
// all row triads at once. Lane l of the result contains all digits that row triad l can hold.
//
// The lane of a row triad is l = 9b+3r+s for the band b, the row r within the band, and the stack
// s:
//
//	lane       0 1 2   3 4 5   6 7 8   9 ...  26   27..31
//	band       0 0 0   0 0 0   0 0 0   1       2   not cells: always
//	row in it  0 0 0   1 1 1   2 2 2   0       2   all digits
//	stack      0 1 2   0 1 2   0 1 2   0       2
//
// The digits that the column triads may hold need only one vector: column k of stack s in band b is
// lane 9b+3k+s.
type lanes9 [3 * 32]uint16

// lanesLayout9 says where the cells are in a lanes9 and its view9. In a set of the view, the l-th
// bit of the k-th 32 bits is cell 3l+k.
var lanesLayout9 = newLayout9(func(cell int) (bit, word int) {
	return 32*(cell%3) + cell/3, 32*(cell%3) + cell/3
})

func (k *avx512x9) load(puzzle solvers.Grid) (givens int) {
	return load9AVX512(&k.stack[0][0], &puzzle[:81][0])
}

func (k *avx512x9) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	solved = propagate9AVX512(&k.stack[dst][0], &k.stack[src][0], cell, digits, &k.view.bivalue[0])
	return solved, solved >= 0
}

func (k *avx512x9) choose(at int) (cell int, first, others uint) {
	l, state := lanesLayout9, &k.stack[at]
	return l.choose(&k.view, state[:], weigh9AVX512(&k.view.bivalue[0], &state[0], &l.peers[0][0]))
}

func (k *avx512x9) answer(at int, g solvers.Grid) {
	answer9AVX512(&g[:81][0], &k.stack[at][0])
}

// avx2x9 is the kernel for 9x9 grids on processors with AVX2.
type avx2x9 struct {
	scratch [2][16]uint16 // memory for the assembly
	stack   [81]quarters9
	view    view9 // of the state propagated last
}

// quarters9 holds the candidates of a 9x9 grid, as one word per cell whose bits are digits. There
// are nine vectors with 16 words each. Vector 3b+k has column k of each stack of band b, and its
// word 4s+r is row r of the band in stack s:
//
//	word   0 1 2  3  4 5 6  7  8 9 10  11  12..15
//	stack  0 0 0     1 1 1     2 2  2
//	row    0 1 2  *  0 1 2  *  0 1  2   *    *
//
// The words * are not cells. They always have all digits.
//
// The three vectors of a band have a row triad in the same word. For the column triads, there is
// one vector per band, in which column k of stack s is word 4s+k.
type quarters9 [9 * 16]uint16

// quartersLayout9 says where the cells are in a quarters9, and which bits stand for them in the sets of its view9.
//
// A view9 contains sets of cells. Each set has 128 bits: 16 bits for each of eight vectors, one bit for each word. But
// a quarters9 has nine vectors. In every vector, words 12 to 15 do not contain cells. So before the assembly makes a
// set, it moves the nine cells of vector 8 there:
//
//	cells of vector 8               move to
//	words 0 to 2   (in stack 0)     words 12 to 14 of vector 0
//	words 4 to 6   (in stack 1)     words 12 to 14 of vector 1
//	words 8 to 10  (in stack 2)     words 12 to 14 of vector 2
//
// Then the assembly makes 32 bits of the set at a time. It packs the words of two vectors into 32 bytes, and takes one
// bit from each byte. Packing interleaves the two vectors, so the bits are not in the order of the words.
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

func (k *avx2x9) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	word := -1
	if cell >= 0 {
		word = int(quartersLayout9.word[cell])
	}
	solved = propagate9AVX2(&k.stack[dst][0], &k.stack[src][0], word, digits, &k.scratch[0][0], &k.view.bivalue[0])
	return solved, solved >= 0
}

func (k *avx2x9) choose(at int) (cell int, first, others uint) {
	l, state := quartersLayout9, &k.stack[at]
	return l.choose(&k.view, state[:], weigh9AVX2(&k.view.bivalue[0], &state[0], &l.peers[0][0]))
}

func (k *avx2x9) answer(at int, g solvers.Grid) {
	answer9AVX2(&g[:81][0], &k.stack[at][0])
}

// view9 holds sets of cells of a propagated state. The layout9 of the kernel says which bit of a
// set stands for which cell.
type view9 struct {
	bivalue [2]uint64    // cells with exactly two candidates
	open    [2]uint64    // cells with at least two
	at      [9][2]uint64 // by digit: the cells in which it is a candidate; not written if no cell is open
}

// layout9 says where a kernel stores the cells of a 9x9 grid.
type layout9 struct {
	peers  [128][2]uint64 // by bit of a set: the peers of a cell and the cell itself
	wordAt [128]uint8     // by bit: word of the cell in a state
	rank   [128]uint8     // by bit: 80 minus the number of the cell
	bit    [81]uint8      // by cell: bit in the sets of view9
	word   [81]uint8      // by cell: word in a state
}

func newLayout9(place func(cell int) (bit, word int)) *layout9 {
	l := new(layout9)
	for cell := range 81 {
		bit, word := place(cell)
		l.bit[cell], l.word[cell] = uint8(bit), uint8(word)
		l.wordAt[bit], l.rank[bit] = uint8(word), uint8(80-cell)
	}
	var units [27][2]uint64 // the cells of each row, column and box
	for cell, bit := range l.bit {
		for _, u := range unitsOf(cell) {
			units[u][bit/64] |= 1 << (bit % 64)
		}
	}
	for cell, bit := range l.bit {
		for _, u := range unitsOf(cell) {
			l.peers[bit][0] |= units[u][0]
			l.peers[bit][1] |= units[u][1]
		}
	}
	return l
}

// unitsOf returns the numbers of the row, the column and the box of a cell. No two units have the
// same number.
func unitsOf(cell int) [3]int {
	row, col := cell/9, cell%9
	return [3]int{row, 9 + col, 18 + row/3*3 + col/3}
}

// choose returns the cell to branch on and its digits. heaviest is the result of the assembly that
// weighs the bivalue cells.
func (l *layout9) choose(v *view9, state []uint16, heaviest uint64) (cell int, first, others uint) {
	if heaviest != 0 {
		cell = 80 - int(heaviest&127)
	} else {
		rank := uint8(0)
		for i, open := range &v.open {
			for ; open != 0; open &= open - 1 {
				rank = max(rank, l.rank[64*i+bits.TrailingZeros64(open)&63])
			}
		}
		cell = 80 - int(rank)
	}
	digits := uint(state[l.word[cell]])
	return cell, digits & -digits, digits & (digits - 1)
}
