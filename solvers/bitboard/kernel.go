package bitboard

import "gridjudge/solvers"

// kernel does the work of a search for grids of one size: it loads a puzzle, draws conclusions,
// and chooses the cell to branch on. Most instruction sets have a kernel of their own. All kernels for
// a size draw the same conclusions and choose the same cells, so that Nodes and Updates do not
// depend on the processor. Tests compare each kernel with the portable one.
//
// A kernel stores one state of the grid for each depth of the search, and its methods refer to a
// state by this depth.
type kernel interface {
	// load sets state 0 to a puzzle and returns the number of givens.
	load(puzzle solvers.Grid) (givens int)

	// propagate takes one branch: it allows a cell only some of its digits, and draws all conclusions that follow. For
	// example, propagate(4, 3, 17, 1<<5) copies state 3 to state 4, places digit 6 in cell 17 of state 4, and then
	// draws all conclusions there. The argument digits has one bit per digit, so propagate can also leave several
	// digits in the cell. If dst equals src, propagate changes that state itself. If cell is -1, propagate only copies
	// the state and draws conclusions.
	//
	// It returns the number of solved cells, or false if the grid turns out not to have a solution.
	// After false, the contents of state dst are undefined.
	propagate(dst, src, cell int, digits uint) (solved int, ok bool)

	// choose returns the cell to branch on, the candidate to try first, and the other candidates. It may only be called
	// for the state that propagate wrote last, and only if this state has an open cell. All kernels must make the same
	// choice: README.md has the rule, and heaviestPair says which pair comes first if weights are equal.
	choose(at int) (cell int, first, others uint)

	// answer writes the digits of state at to g. All cells must be solved.
	answer(at int, g solvers.Grid)
}

// variant is the kernels for one instruction set.
type variant struct {
	name        string
	new9, new16 func() kernel
}

// portable does not need any particular instructions.
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
