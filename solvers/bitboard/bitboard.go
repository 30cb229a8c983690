// Package bitboard solves one Sudoku at a time: 9x9 and 16x16 grids with a
// propagation in assembly where the processor has AVX-512 (VBMI and BITALG: Ice
// Lake, Zen 4), elsewhere in plain Go without unsafe.
//
// A puzzle goes through these steps:
//
//  1. The candidates are laid out as bit planes: by band and digit one word
//     (state9, state16). For the assembly they lie the other way round, by cell
//     a word of digits in a vector (lanes9, lanes16).
//  2. Propagation works on whole words until nothing follows any more: locked
//     candidates of a digit, hidden singles of a digit's rows, naked singles of
//     all cells of a band at once (propagate9, propagate16), digits that fill
//     triads (triads9, triads16). The assembly draws the same conclusions for all
//     digits at once (gen). What is left at the end does not depend on the
//     order, so that both engines search the same tree and count the same: a
//     search call that ends in a contradiction counts as having placed nothing.
//  3. If cells are open, one with two candidates is chosen that weighs most
//     (choose9, choose16; weigh9, weigh16); the state is copied, both digits are
//     tried (search9, search16; vector9, vector16). Nothing is ever undone.
//  4. A 16x16 that costs more than three thousand search calls before its first
//     solution, or after one, goes to package internal/cdcl.
//
// # Ancestry
//
// Bands of 27 bits with tables for locked candidates are the players' forum's
// (fsss by champagne and blue, JCZSolve by JasonLion and zhouyundong). Triads
// as the currency between boxes and lines, and counting their digits, are
// t-dillon's tdoku. Counting candidates with planes of "at least one, two,
// three" is carry-save addition.
//
// # Glossary
//
//	band, stack    rows, columns of boxes side by side
//	triad          the cells that a box shares with a line: three, or four at 16x16
//	lane           a word of a vector: one cell in each of three vectors
//	view           a state of the assembly's, shown as sets of cells
//	field          the bits of one row within a band's word
//	solved         a cell whose digit has been taken from all other digits
//	pairs, more    cells with exactly two, with at least two candidates
//	dirty          digits whose candidates changed since they were last looked at
package bitboard

import "gridjudge/solvers"

// Spec enters bitboard as a contestant.
var Spec = solvers.Spec{
	Name:  "bitboard",
	Doc:   "candidates as bit planes, propagated a word at a time; clause learning where a grid resists",
	Sizes: []int{9, 16},
	New:   New,
}

// New makes a solver of grids of the given size, 9 or 16.
func New(size int) solvers.Solver {
	if size == 9 {
		return new9()
	}
	return new16()
}
