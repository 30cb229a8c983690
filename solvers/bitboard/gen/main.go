// Command gen prints the assembly of package bitboard: what a search call on a
// 9x9 or a 16x16 grid does, but for the choice of the cell to branch on, as one
// function each for processors with AVX-512 (F, BW, VBMI and BITALG).
//
//  1. vector.go and count.go have the operations that both functions are made of.
//  2. tables.go lays the lanes of 9x9 out and makes the shuffles between them.
//  3. propagate9.go and propagate16.go are the functions and their loops of rounds.
//  4. round9.go and round16.go are a round: naked singles, matchings of triads,
//     hidden singles.
//  5. triads9.go and triads16.go count the digits of triads once rounds change nothing.
//  6. leave9.go and leave16.go write the result out.
//  7. avo allots the registers that these leave open and writes the .s file and
//     its Go declarations.
//
// # Ancestry
//
// A word a cell with digits for bits, in vectors, with row and column triads
// as vectors of their own, is t-dillon's tdoku's representation, which keeps a
// box a vector; here a vector is every third column of the whole grid, so that
// a union of three is all the row triads at once. Counting the digits of
// triads is tdoku's too. That a 3x3 permutation matrix is even or odd, so that
// two products of rotations along its diagonals give all that lies in some
// perfect matching, belongs to the determinant's rule of Sarrus.
//
// # Layout
//
// Vector k of three holds the columns k of each stack; lane 9b+3r+s of it is
// row r of band b and stack s. Lanes 27 to 31 hold all digits for good: no
// rule ever applies to them. Row triads take the lanes of their cells; the
// triad of column k of stack s in band b takes lane 9b+3k+s. At 16x16 there are
// four columns k of two vectors each, one a half of the grid, and lane 16b+4r+s
// of 64: a row of a vector's band is 64 bits, a band 256, so that most shuffles
// need no index. Triads there have four cells, and matchings of 4x4 are only
// filtered by places that are alone in their line or box.
//
// # Glossary
//
//	lines, columns   by lane: the digits that a row triad, a column triad may hold
//	matching         a choice of a box for each line of a band (or stack), no box twice
//	diagonals        the two shuffles that step along a rising, a falling diagonal of
//	                 the nine triads of a band (or stack), and the two that step twice
//	must             digits that a triad holds for certain: the other two triads of
//	                 its box, in parallel with it, cannot
//	sole             of these, the digits with but one cell in the triad: hidden singles
package main

import "github.com/mmcloughlin/avo/build"

func main() {
	build.ConstraintExpr("amd64")
	propagate9()
	propagate16()
	build.Generate()
}
