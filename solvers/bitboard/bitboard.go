// Package bitboard solves one Sudoku of 9x9 or 16x16 cells at a time, with its
// candidates as bit planes. It runs assembly if the processor has AVX-512 with the
// extensions VL, VBMI, BITALG and GFNI. For 9x9 grids AVX2 suffices for assembly. Otherwise
// it runs plain Go without unsafe.
//
//  1. A kernel loads the puzzle and propagates whole words at a time: locked
//     candidates, hidden singles of rows, naked singles, and the rule that a triad
//     holds as many digits as it has cells.
//  2. The kernel chooses a cell with two candidates if there is one. In a 16x16 grid
//     with few such cells it may choose a digit with two places in a unit instead.
//  3. The search copies the state and tries one digit of the cell, then the others.
//
// Read in this order: search.go, the one loop; kernel.go, what it asks of a kernel;
// portable9.go, the state of a 9x9 grid; propagate9.go, the conclusions and the choice;
// portable16.go, propagate16.go and choose16.go, the same at 16x16; kernels9_amd64.go and
// kernel16_amd64.go, the layouts of the assembly, which gen writes.
//
// Propagation leaves the same candidates whatever its order, so that all kernels
// search the same tree. Updates counts the digits that search calls have placed. A
// search call that ends in a contradiction adds nothing to it.
//
// Bands of 27 bits with tables for locked candidates are from the players' forum
// (fsss by champagne and blue, JCZSolve by JasonLion and zhouyundong). Triads,
// and counting their digits, are from tdoku by t-dillon. README.md tells more.
//
// # Glossary
//
//	band, stack     rows, columns of boxes next to each other
//	triad           the cells that a box shares with a line: three, or four at 16x16
//	field           the bits of one row in the word of a band
//	solved          a cell whose digit has been eliminated from its peers
//	bivalue, open   a cell with exactly two, with at least two candidates
//	trivalue        a cell with exactly three candidates
//	of two          a candidate whose cell has exactly one other, or whose digit has one
//	                other place in a row, column or box (players say strong link)
//	of three        likewise, with two others
//	dirty           digits whose candidates changed since they were last processed
//	view            the sets of cells that the assembly writes for a state: bivalue,
//	                open, and the places of each digit (at 16x16 the choice of the cell
//	                writes the places)
package bitboard

import "gridjudge/solvers"

//go:generate go -C gen run . -avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg bitboard
//go:generate go -C gen run . -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg bitboard

// Spec is bitboard with the fastest kernel that the processor has.
var Spec = solvers.Spec{
	Name:  "bitboard",
	Doc:   "candidates as bit planes, propagated a word at a time",
	Sizes: []int{9, 16},
	New: func(size int) solvers.Solver {
		k := available()
		return newSolver(k[len(k)-1].kernel(size), size)
	},
}

// Variants returns one Spec per kernel that the processor has.
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
