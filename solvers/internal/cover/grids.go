package cover

import "gridjudge/solvers"

// OnGrids lets a solver for matrices solve grids. You pass the function that makes the CoverSolver,
// and get a function that makes a Solver. For each puzzle, this Solver makes a Matrix and hands it
// to the CoverSolver. The Matrix contains all items of a grid, and the options that agree with the
// givens. For example, a cell with a given digit has one option, which is this digit.
//
// The matrix lists the options in descending order of their numbers in this package. dlx tries them
// in this order, and links tries options in the order of the matrix, so both search the same tree.
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
	numbers []int32 // for each option of matrix, its number in options
	cover   solvers.Cover
	answer  solvers.Grid
}

// Solve counts the solutions of puzzle, which are the covers of its matrix.
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

// reduce fills the matrix with the options that puzzle allows.
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
