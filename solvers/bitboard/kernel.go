package bitboard

import "gridjudge/solvers"

// kernel is one implementation of what a search call does on grids of one size.
// It has a stack of states, one per depth of the search. All kernels of a size
// draw the same conclusions and choose the same cells, so that Nodes and Updates
// do not depend on the processor. The portable kernel is the reference in tests.
type kernel interface {
	// load sets state 0 to a puzzle and returns the number of givens.
	load(puzzle solvers.Grid) (givens int)

	// propagate sets state to to what follows from state from once only digits, one
	// bit per digit, are left of the candidates of cell. to may be from. Cell -1
	// stands for none. It returns the number of solved cells, or false if the grid
	// turns out to have no solution; state to is undefined then.
	propagate(to, from, cell int, digits uint) (solved int, ok bool)

	// choose returns the cell to branch on: the candidate to try first, and the others. at
	// is the state that propagate has set last, and has an open cell. The heaviest bivalue
	// cell is chosen, and the first one, row by row, of several. The lowest of its digits
	// is tried first. The weight of a cell is the product of the weights of its digits. The
	// weight of a digit in a cell is the number of candidates that it would eliminate from
	// the cell and its peers. At 9x9 those of bivalue cells count four times. At 16x16 a
	// candidate of two counts eight times more and a candidate of three twice more: its
	// cell has exactly so many candidates, or its digit exactly so many places in a unit.
	// If a 16x16 grid has fewer than fewBivalue16 bivalue cells, the only two places of a
	// digit in a unit may be chosen, too. Their weight is the product of the weights of the
	// digit there. The first place is the cell, and the digit is tried there first. Without
	// a bivalue cell and such places the first open cell is chosen.
	choose(at int) (cell int, first, others uint)

	// answer writes state at, in which all cells are solved.
	answer(at int, g solvers.Grid)

	// digits returns the candidates of a cell in state at, one bit per digit.
	digits(at, cell int) uint
}

// variant is the kernels that use one instruction set.
type variant struct {
	name        string
	new9, new16 func() kernel
}

// portable needs nothing of the processor.
var portable = variant{
	name:  "portable",
	new9:  func() kernel { return newPortable9() },
	new16: func() kernel { return newPortable16() },
}

// kernel makes a kernel for grids of the given size.
func (v *variant) kernel(size int) kernel {
	if size == 9 {
		return v.new9()
	}
	return v.new16()
}
