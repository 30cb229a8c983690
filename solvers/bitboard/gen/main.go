// Command gen prints the assembly of package bitboard: one function for 9x9 grids
// and one for 16x16 grids, each of which propagates a branch on a processor with
// AVX-512 (F, BW, VBMI and BITALG).
//
//  1. vector.go and count.go have the operations that both functions use.
//  2. tables.go has the lanes of 9x9 and the shuffles between them; layout.go has
//     the offsets of the Go types.
//  3. propagate9.go and propagate16.go have the functions and their loops of rounds.
//  4. round9.go and round16.go have a round: naked singles, matchings of triads,
//     hidden singles.
//  5. triads9.go and triads16.go count the digits of triads once rounds change nothing.
//  6. view9.go and view16.go write the result.
//  7. avo allocates the other registers and writes the .s file and its Go
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
		weigh9()
		answer9AVX2()
	} else {
		load9()
		propagate9()
		answer9()
		propagate16()
	}
	build.Generate()
}
