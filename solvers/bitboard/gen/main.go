// Command gen prints the assembly of package bitboard: functions that read a
// puzzle, propagate a branch, weigh cells and write a solution, for 9x9 and 16x16 grids
// with AVX-512 (F, VL, BW, VBMI, BITALG and GFNI), and for 9x9 grids with AVX2.
//
//  1. vector.go and count.go have the operations that the functions with AVX-512
//     use, vector_avx2.go those with AVX2.
//  2. tables.go has the lanes of 9x9 and the shuffles between them, tables_avx2.go
//     those with AVX2; layout.go has the offsets of the Go types.
//  3. propagate9.go, propagate16.go and propagate9_avx2.go have the functions and
//     their loops of rounds.
//  4. round9.go, round16.go and round9_avx2.go have a round: naked singles, matchings
//     of triads, hidden singles.
//  5. triads9.go, triads16.go and triads9_avx2.go count the digits of triads once
//     rounds change nothing.
//  6. view9.go, view16.go and view9_avx2.go write the result; weigh9.go and weigh16.go
//     weigh the bivalue cells in it. For weigh16.go, counts16.go finds the digits with two
//     or three places in a unit, and planes16.go turns words of digits into sets of cells.
//  7. grid9.go, grid16.go and grid9_avx2.go read puzzles and write solutions.
//  8. avo allocates the other registers and writes the .s file and its Go
//     declarations.
//
// # Ancestry
//
// A word of digits per cell, in vectors, with row and column triads as vectors of
// their own, is from tdoku by t-dillon, which keeps a box per vector. Here a
// vector is every third column of the whole grid, so that the union of three
// vectors is all row triads. Counting the digits of triads is from tdoku, too. The
// perfect matchings of a 3x3 matrix are its three rising and its three falling
// diagonals, as in the rule of Sarrus for determinants.
//
// # Layout
//
// At 9x9, vector k of three holds the columns k of each stack; its lane 9b+3r+s is
// row r of band b and stack s. Lanes 27 to 31 always hold all digits, so that no
// rule applies to them. A row triad has the lane of its cells; the triad of
// column k of stack s in band b has lane 9b+3k+s. At 16x16 there are four columns k
// of two vectors each, one per half of the grid, and lane 16b+4r+s of 64: a row of
// four boxes is 64 bits and a band 256, so that most shuffles need no index. Triads
// have four cells there. Matchings of 4x4 are filtered by single places only.
//
// With AVX2, vector 3b+k of nine holds the columns k of each stack in band b. Its
// word 4s+r is row r of stack s; the fourth words and the fourth quarter always hold
// all digits. The column triads of a band are one vector, column k of stack s in its
// word 4s+k.
//
// # Glossary
//
//	lines, columns   by lane: the digits that a row triad, a column triad may hold
//	matching         a choice of one box per line of a band (or stack), no box twice
//	diagonals        two shuffles that step along a rising and a falling diagonal of
//	                 the nine triads of a band (or stack), and two that step twice
//	must             the digits that a triad certainly holds: the parallel triads of
//	                 its box cannot
//	sole             those of must with one cell in the triad: hidden singles
package main

import (
	"flag"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	narrow := flag.Bool("avx2", false, "AVX2 instead of AVX-512")
	flag.Parse()
	build.ConstraintExpr("amd64")
	if *narrow {
		load9AVX2()
		propagate9AVX2()
		weigh9("weigh9AVX2", scalarProduct9, func() {})
		answer9AVX2()
	} else {
		load9()
		propagate9()
		weigh9("weigh9AVX512", vectorProduct9, build.VZEROUPPER)
		answer9()
		load16()
		propagate16()
		weigh16()
		answer16()
	}
	build.Generate()
}
