// Package bitboard solves one Sudoku of 9x9 or 16x16 cells at a time, and stores its candidates as
// sets of bits. If the processor has AVX-512 with the extensions VL, BW, VBMI, BITALG and GFNI, it runs
// assembly. For 9x9 grids, AVX2 with BMI1 and POPCNT is enough for assembly. Otherwise it runs plain
// Go, without unsafe.
//
//  1. A kernel loads the puzzle and propagates whole words at a time. Its rules are locked candidates,
//     hidden singles, naked singles, and the rule that a triad holds as many digits as it has cells.
//  2. The kernel chooses a cell with two candidates to branch on, if there is one. In a 16x16 grid with
//     few such cells, it may instead choose a digit that has two places in a unit.
//  3. The search copies the state and tries one digit of the cell, and then all others.
//
// Read the files in this order: search.go has the search loop, and kernel.go what the loop needs
// from a kernel. portable9.go has the state of a 9x9 grid, and propagate9.go the rules and the
// choice of a cell. portable16.go, propagate16.go and choose16.go have the same for 16x16.
// kernels9_amd64.go and kernel16_amd64.go have the layouts for the assembly, which gen writes.
//
// The order in which propagation applies its rules does not affect the candidates that it leaves.
// Therefore all kernels search the same tree. Updates counts the digits that search calls have
// placed, except in calls that end in a contradiction.
//
// Bands of 27 bits with tables for locked candidates come from the players' forum (fsss by
// champagne and blue, JCZSolve by JasonLion and zhouyundong). Triads, and counting their digits,
// come from tdoku by t-dillon. README.md tells more.
//
// # Glossary
//
//	band, stack     a row, a column of boxes
//	triad           the cells that a box shares with a line: three, or four at 16x16
//	field           the bits of one row in the word of a band
//	solved          a cell whose digit is known. At the end of a propagation, the digit has been
//	                eliminated from the peers of the cell
//	bivalue, open   a cell with exactly two candidates, with at least two
//	trivalue        a cell with exactly three candidates
//	of two          a candidate whose cell has exactly one other candidate, or whose digit has
//	                exactly one other place in a row, column or box (players say strong link)
//	of three        the same with exactly two others
//	dirty           digits whose candidates have changed since they were last processed
//	view            the sets of cells that the assembly writes for a state: bivalue cells,
//	                open cells, and the places of each digit (at 16x16 the places are only
//	                written when a cell is chosen)
package bitboard

import "gridjudge/solvers"

//go:generate go -C gen run . -avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg bitboard
//go:generate go -C gen run . -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg bitboard

// Spec enters bitboard with the fastest kernel that the processor can run.
var Spec = solvers.Spec{
	Name:  "bitboard",
	Doc:   "candidates as sets of bits, propagated a word at a time",
	Sizes: []int{9, 16},
	New: func(size int) solvers.Solver {
		k := available()
		return newSolver(k[len(k)-1].kernel(size), size)
	},
}

// Variants returns one Spec for each kernel that the processor can run.
func Variants() []solvers.Spec {
	var specs []solvers.Spec
	for _, k := range available() {
		specs = append(specs, solvers.Spec{
			Name:      "bitboard-" + k.name,
			Doc:       "bitboard with its " + k.name + " kernel",
			Sizes:     Spec.Sizes,
			VariantOf: "bitboard",
			New:       func(size int) solvers.Solver { return newSolver(k.kernel(size), size) },
		})
	}
	return specs
}
