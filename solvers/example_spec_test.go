package solvers_test

import (
	"fmt"

	"gridjudge/solvers"
)

// inOrder solves puzzles of 4x4 by trying the digits of one cell after the other.
type inOrder struct{ grid solvers.Grid }

// Solve counts the solutions of puzzle, as far as the limits allow.
func (s *inOrder) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	r.Reset()
	copy(s.grid, puzzle)
	s.fill(0, puzzle, &limits, r)
}

// fill tries all digits in the cells from cell on, and reports whether to go on.
func (s *inOrder) fill(cell int, puzzle solvers.Grid, limits *solvers.Limits, r *solvers.Result) bool {
	if !limits.Enter(&r.Counts) { // counts a node; false if a limit is reached
		return false
	}
	if cell == len(s.grid) {
		if solvers.Check(puzzle, s.grid) == nil {
			r.Found(s.grid)
		}
		return r.Solutions < limits.Wanted()
	}
	if puzzle[cell] != 0 {
		return s.fill(cell+1, puzzle, limits, r)
	}
	for digit := range uint8(s.grid.Size()) {
		s.grid[cell] = digit + 1
		r.Updates++
		if !s.fill(cell+1, puzzle, limits, r) {
			return false
		}
	}
	return true
}

// A Spec names a solver and says how to make it. That is all that a gridjudge needs to judge it, to measure it, and to
// compare it with the built-in ones (cli.Main).
func ExampleSpec() {
	spec := solvers.Spec{
		Name: "in-order", Doc: "all digits, cell by cell", Sizes: []int{4},
		New: func(size int) solvers.Solver { return &inOrder{solvers.NewGrid(size)} },
	}
	puzzle := solvers.Grid{
		1, 0, 3, 4,
		3, 4, 1, 0,
		0, 1, 4, 3,
		4, 3, 0, 0,
	}
	result := solvers.Result{First: solvers.NewGrid(4)}
	spec.New(4).Solve(puzzle, solvers.Limits{Solutions: 2}, &result)
	fmt.Println(result.Solutions, "solution:", result.First)
	// Output: 1 solution: 1234341221434321
}
