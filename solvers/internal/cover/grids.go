package cover

import "gridjudge/solvers"

// OnGrids takes a function that makes a CoverSolver, and returns one that makes a Solver
// with it: each puzzle becomes a Matrix of all items of its size.
//
// Its options are those that the givens allow: a cell with a given keeps one. They
// come in descending order of their numbers in this package, because dlx tries them
// in that order, and links tries them in the order of the matrix.
func OnGrids(newCover func() solvers.CoverSolver) func(size int) solvers.Solver {
	return func(size int) solvers.Solver {
		options := Options(size)
		return &onGrids{
			solver:  newCover(),
			options: options,
			numbers: make([]int32, 0, len(options)),
			answer:  solvers.NewGrid(size),
			matrix: solvers.Matrix{
				Primary: Items(size), Members: make([]int32, 0, PerOption*len(options)), Ends: make([]int32, 0, len(options)),
			},
		}
	}
}

// onGrids is a Solver that hands each grid to a CoverSolver as a matrix.
type onGrids struct {
	solver  solvers.CoverSolver
	options []Option
	matrix  solvers.Matrix
	numbers []int32 // the number in options of each option of matrix
	cover   solvers.Cover
	answer  solvers.Grid
}

// Solve counts the solutions of puzzle: the covers of its matrix.
func (g *onGrids) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	g.reduce(puzzle)
	g.solver.Solve(&g.matrix, limits, &g.cover)
	result.Reset()
	result.Counts = g.cover.Counts
	if result.Solutions == 0 {
		return
	}
	for _, o := range g.cover.First {
		option := &g.options[g.numbers[o]]
		g.answer[option.Cell] = option.Digit
	}
	result.First = append(result.First, g.answer...)
}

// reduce sets the options of the matrix to those that puzzle allows.
func (g *onGrids) reduce(puzzle solvers.Grid) {
	g.matrix.Members, g.matrix.Ends, g.numbers = g.matrix.Members[:0], g.matrix.Ends[:0], g.numbers[:0]
	for o := len(g.options) - 1; o >= 0; o-- {
		option := &g.options[o]
		if given := puzzle[option.Cell]; given == 0 || given == option.Digit {
			g.matrix.Add(option.Items[:])
			g.numbers = append(g.numbers, int32(o))
		}
	}
}
