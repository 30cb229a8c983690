package matrices

import (
	"slices"

	"gridjudge/solvers"
)

// cell is a square of a board or of a piece.
type cell struct{ x, y int }

// piece is a polyomino in one orientation, given by its cells.
type piece []cell

// pentominoes are the twelve shapes of five cells in Conway's order, O to Z.
var pentominoes = []piece{
	{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}, // O
	{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}, // P
	{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}}, // Q
	{{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, // R
	{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}}, // S
	{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}}, // T
	{{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, // U
	{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}}, // V
	{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, // W
	{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}, // X
	yPentomino,
	{{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}, // Z
}

var (
	yPentomino = piece{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}}
	domino     = piece{{0, 0}, {0, 1}}
)

// Pentominoes packs the twelve pentominoes, each once, into a board of 60 cells. The items are the
// cells, and then the pieces. Items and options are in the order of Knuth's polyomino-dlx, with the
// pieces in Conway's order.
func Pentominoes(rows, columns int) *solvers.Matrix {
	return packing(rectangle(rows, columns), pentominoes, true)
}

// PentominoesAround packs the twelve pentominoes into an 8 x 8 board without the 2 x 2 cells in its
// middle.
func PentominoesAround() *solvers.Matrix {
	board := slices.DeleteFunc(rectangle(8, 8), func(c cell) bool {
		return (c.x == 3 || c.x == 4) && (c.y == 3 || c.y == 4)
	})
	return packing(board, pentominoes, true)
}

// YPentominoes packs a rectangle with Y pentominoes only. The items are the cells.
func YPentominoes(rows, columns int) *solvers.Matrix {
	return packing(rectangle(rows, columns), []piece{yPentomino}, false)
}

// Dominoes covers a rectangle with dominoes. The items are the cells.
func Dominoes(rows, columns int) *solvers.Matrix {
	return packing(rectangle(rows, columns), []piece{domino}, false)
}

// rectangle returns the cells of a board, row by row.
func rectangle(rows, columns int) []cell {
	var board []cell
	for x := range rows {
		for y := range columns {
			board = append(board, cell{x, y})
		}
	}
	return board
}

// packing makes the matrix for packing a board with pieces, so that every cell of the board is covered by one piece. An
// option is a placement of a piece on the board, and there is an item for each cell. If each piece must be used exactly
// once, there is also an item for each piece, after the items of the cells. The options are sorted by piece, then by
// orientation, and then by place, from left to right and from top to bottom.
func packing(board []cell, pieces []piece, once bool) *solvers.Matrix {
	m := &solvers.Matrix{Primary: len(board)}
	if once {
		m.Primary += len(pieces)
	}
	item := map[cell]int32{}
	var end cell // the row after the last row and the column after the last column
	for i, c := range board {
		item[c] = int32(i)
		end = cell{max(end.x, c.x+1), max(end.y, c.y+1)}
	}
	for number, p := range pieces {
		for _, o := range orientations(p) {
			for dx := range end.x {
				for dy := range end.y {
					var option []int32
					if once {
						option = append(option, int32(len(board)+number))
					}
					fits := true
					for _, c := range o {
						i, ok := item[cell{c.x + dx, c.y + dy}]
						fits = fits && ok
						option = append(option, i)
					}
					if fits {
						m.Add(option)
					}
				}
			}
		}
	}
	return m
}

// orientations returns the different rotations and reflections of p. It finds them by a breadth-first
// search from p, with a quarter turn and a transposition.
func orientations(p piece) []piece {
	found := []piece{sorted(p)}
	for j := 0; j < len(found); j++ {
		turned, transposed := make(piece, len(p)), make(piece, len(p))
		side := 0
		for _, c := range found[j] {
			side = max(side, c.x)
		}
		for i, c := range found[j] {
			turned[i] = cell{c.y, side - c.x}
			transposed[i] = cell{c.y, c.x}
		}
		for _, o := range []piece{sorted(turned), sorted(transposed)} {
			if !slices.ContainsFunc(found, func(f piece) bool { return slices.Equal(f, o) }) {
				found = append(found, o)
			}
		}
	}
	return found
}

// sorted orders the cells of p by row, then by column.
func sorted(p piece) piece {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b cell) int {
		if a.x != b.x {
			return a.x - b.x
		}
		return a.y - b.y
	})
	return p
}
