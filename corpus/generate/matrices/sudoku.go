package matrices

import "gridjudge/solvers"

// Sudoku makes the exact cover problem of an n x n puzzle. Each option places a digit in a cell: an empty cell has an
// option for each digit, and a cell with a given has only one option. There are 4n^2 items, and each option covers four
// of them. For example, the option that places 5 in row 2, column 7 covers this cell, "5 in row 2", "5 in column 7" and
// "5 in box 3".
//
// The items are in this order: all cells, all pairs of a row and a digit, all pairs of a column and a digit, and all
// pairs of a box and a digit. If givens clash, the matrix has no cover.
func Sudoku(puzzle solvers.Grid) *solvers.Matrix {
	n := puzzle.Size()
	box := solvers.Box(n)
	m := &solvers.Matrix{Primary: 4 * n * n}
	for i, given := range puzzle {
		row, column := i/n, i%n
		for digit := range n {
			if given != 0 && int(given) != digit+1 {
				continue
			}
			m.Add(items(
				i,
				n*n+row*n+digit,
				2*n*n+column*n+digit,
				3*n*n+(row/box*box+column/box)*n+digit))
		}
	}
	return m
}

// sudokus have one solution each: a puzzle with 17 givens, arranged so that they mislead a search that
// begins at the top left (Wikipedia, "Sudoku solving algorithms"), and the Golden Nugget.
var sudokus = [...]string{
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
}

// sudoku returns the puzzle sudokus[i].
func sudoku(i int) solvers.Grid {
	puzzle, err := solvers.ParseGrid(sudokus[i])
	if err != nil {
		panic(err)
	}
	return puzzle
}
