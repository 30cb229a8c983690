package bitboard

import "gridjudge/solvers"

// kernel is one implementation of what a search call does on grids of one size.
// It has a stack of states, one per depth of the search. All kernels of a size
// draw the same conclusions and choose the same cells, so that Nodes and Updates
// do not depend on the processor. The portable kernel is the reference in tests.
type kernel interface {
	// load sets state 0 to a puzzle and returns the number of givens.
	load(puzzle solvers.Grid) (givens int)

	// propagate copies state from to state to (they may be the same), restricts cell
	// to digits, one bit per digit, and draws all conclusions. If cell is -1, it
	// restricts no cell. It returns the number of solved cells, or false if the grid
	// turns out to have no solution; state to is undefined then.
	propagate(to, from, cell int, digits uint) (solved int, ok bool)

	// choose returns the cell to branch on: the candidate to try first, and the others. at
	// is the state that propagate has set last, and has an open cell. All kernels must
	// choose alike; README.md has the rule.
	choose(at int) (cell int, first, others uint)

	// answer writes state at, in which all cells are solved.
	answer(at int, g solvers.Grid)
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
