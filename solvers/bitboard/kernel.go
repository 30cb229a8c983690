package bitboard

import "gridjudge/solvers"

// kernel implements the steps of a search call, for grids of one size. It stores one state of the
// grid for each depth of the search, and its methods refer to a state by this depth. All kernels
// for a size draw the same conclusions and choose the same cells, so that Nodes and Updates do not
// depend on the processor. Tests compare each kernel with the portable one.
type kernel interface {
	// load sets state 0 to a puzzle and returns the number of givens.
	load(puzzle solvers.Grid) (givens int)

	// propagate makes state dst from state src, which may be the same state. It copies src to dst,
	// eliminates all candidates of the given cell except digits, and draws all conclusions. The
	// argument digits has one bit per digit. If cell is -1, propagate does not restrict any cell.
	// It returns the number of solved cells, or false if the grid turns out not to have a solution.
	// After false, the contents of state dst are undefined.
	propagate(dst, src, cell int, digits uint) (solved int, ok bool)

	// choose returns the cell to branch on, the candidate to try first, and the other candidates.
	// at must be the state that propagate has written last, and must have an open cell. All kernels
	// must make the same choice, by the rule in README.md.
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
