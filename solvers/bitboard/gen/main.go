// Command gen writes the assembly of package bitboard: functions that read a puzzle, propagate a
// branch, weigh cells and write a solution. For 9x9 and 16x16 grids they use AVX-512 (F, VL, BW,
// VBMI, BITALG and GFNI). For 9x9 grids there is also a set of functions that use AVX2.
//
//  1. vector.go and count.go have the operations that the AVX-512 functions use, and vector_avx2.go has
//     the ones that the AVX2 functions use.
//  2. tables.go has the lanes of 9x9 and the shuffles between them, and tables_avx2.go has the same for
//     AVX2. layout.go has the offsets of the Go types.
//  3. propagate9.go, propagate16.go and propagate9_avx2.go have the propagating functions and their
//     loops of rounds.
//  4. round9.go, round16.go and round9_avx2.go have a round: naked singles, matchings of triads, hidden
//     singles.
//  5. triads9.go, triads16.go and triads9_avx2.go count the digits of triads, when rounds do not change
//     anything any more.
//  6. view9.go, view16.go and view9_avx2.go write the result. weigh9.go and weigh16.go weigh the bivalue
//     cells in it. For weigh16.go, counts16.go finds the digits with two or three places in a unit, and
//     planes16.go turns words of digits into sets of cells.
//  7. grid9.go, grid16.go and grid9_avx2.go read puzzles and write solutions.
//
// The library avo allocates those registers that are not fixed here, and writes the .s file and its
// Go declarations.
//
// # Ancestry
//
// The representation comes from tdoku by t-dillon: a word of digits per cell, in vectors, with
// vectors of their own for row and column triads. But tdoku keeps a box in each vector, while here
// a vector has every third column, of the whole grid or, with AVX2, of a band. So the union of
// three vectors gives all of their row triads. Counting the digits of triads is from tdoku as well.
// The perfect matchings of a 3x3 matrix are its three rising and its three falling diagonals, as in
// the rule of Sarrus for determinants.
//
// # Layout
//
// At 9x9 there are three vectors. Vector k holds column k of each stack, and its lane 9b+3r+s is
// row r of band b and stack s. Lanes 27 to 31 always hold all digits, so that no rule applies to
// them. A row triad has the same lane as its cells. The triad of column k of stack s in band b has
// lane 9b+3k+s.
//
// At 16x16 there are two vectors, one for each half of the grid, for each of the four columns k.
// Their 64 lanes are numbered 16b+4r+s for the row r of band b and the stack s, so that the four
// triads of a row have 64 bits and a band has 256, and most shuffles do not need an index. A triad
// has four cells. Matchings of 4x4 matrices are only filtered by single places.
//
// With AVX2 there are nine vectors. Vector 3b+k holds column k of each stack in band b, and its
// word 4s+r is row r of stack s. The fourth word of each quarter, and the whole fourth quarter,
// always hold all digits. The column triads of a band are one vector, in which column k of stack s
// is word 4s+k.
//
// # Glossary
//
//	lines, columns   by lane: the digits that a row triad, a column triad may hold
//	matching         a choice of one box for each line of a band (or stack), no box twice
//	diagonals        two shuffles that step along a rising and a falling diagonal of
//	                 the nine triads of a band (or stack), and two that step twice
//	must             the digits that a triad certainly holds, because the parallel
//	                 triads of its box cannot hold them
//	sole             the digits of must that have one cell in the triad: hidden singles
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
		weigh9("weigh9AVX2", shuffledProduct9, build.VZEROUPPER)
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
