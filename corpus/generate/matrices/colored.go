package matrices

import (
	"slices"

	"gridjudge/solvers"
)

// MacMahon makes the problem of MacMahon's squares (1921). A square has four coloured edges, and there is one square
// for each pattern of the colours. The task is to fill the board with squares so that edges that touch have the same
// colour, and that all edges at the border of the board have colour 1. Squares may be turned, but not turned over, and
// each square may be used only once.
//
// An option puts a square on a cell, turned in one of its ways. The cells are primary items, because each cell needs a
// square. The squares are secondary items without colours, and the edges are secondary items whose colours must agree.
// The border is a primary item, too: its only option gives the edges at the border their colour.
func MacMahon(rows, columns, colors int) *solvers.Matrix {
	squares, cells := squaresOf(int32(colors)), rows*columns
	border, first := cells, cells+1+len(squares) // first is the first edge
	m := &solvers.Matrix{Primary: cells + 1, Secondary: len(squares) + 2*cells + rows + columns}
	outside, white := items(border), []int32{0}
	for cell := range cells {
		above := first + cell
		left := first + cells + columns + cell + cell/columns
		for side, edge := range [4]int{above, left + 1, above + columns, left} {
			if [4]bool{cell < columns, cell%columns == columns-1, cell >= cells-columns, cell%columns == 0}[side] {
				outside, white = append(outside, int32(edge)), append(white, 1)
			}
		}
		for n, positions := range squares {
			for _, p := range positions {
				m.AddColored(items(cell, border+1+n, above, left+1, above+columns, left), []int32{0, 0, p[0], p[1], p[2], p[3]})
			}
		}
	}
	m.AddColored(outside, white)
	return m
}

// squaresOf returns MacMahon's squares, each in all its different positions.
func squaresOf(colors int32) (all [][][4]int32) {
	for n := range colors * colors * colors * colors {
		square := [4]int32{n/colors/colors/colors + 1, n/colors/colors%colors + 1, n/colors%colors + 1, n%colors + 1}
		var positions [][4]int32
		for turn := range 4 {
			p := [4]int32{square[turn], square[(turn+1)%4], square[(turn+2)%4], square[(turn+3)%4]}
			if !slices.Contains(positions, p) {
				positions = append(positions, p)
			}
		}
		if !slices.ContainsFunc(positions, func(p [4]int32) bool { return slices.Compare(p[:], square[:]) < 0 }) {
			all = append(all, positions)
		}
	}
	return all
}

// Armies makes the problem of peaceable queens (Ainley, 1977). The task is to put white and black queens on an n x n
// board so that no queen attacks a queen of the other colour. The armies may have any size. The cells are primary
// items, and each cell has three options: a white queen, a black queen, or no queen. The rows, columns and diagonals
// are secondary items. A queen gives her colour to the four lines through her cell, so queens of one colour may share a
// line, and queens of different colours may not.
func Armies(n int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: n * n, Secondary: 6*n - 2}
	for cell := range n * n {
		row, column := cell/n, cell%n
		m.Add(items(cell))
		for army := range int32(2) {
			lines := items(cell, n*n+row, n*n+n+column, n*n+2*n+row+column, n*n+5*n-2+row-column)
			m.AddColored(lines, []int32{0, army + 1, army + 1, army + 1, army + 1})
		}
	}
	return m
}

// degenerateColors returns matrices in which options share the secondary item 2. Each option is listed
// by its primary item and the colour of the secondary one.
func degenerateColors() (all []*solvers.Matrix) {
	for _, options := range [][][2]int32{
		{{0, 1}, {1, 1}}, {{0, 1}, {1, 2}}, {{0, 1}, {1, 0}}, {{0, 0}, {1, 1}},
		{{0, 0}, {1, 0}, {0, 1}, {1, 2}},
		{{0, 1}, {1, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 0}},
		{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {1, 2}, {1, 1}, {1, 4}},
	} {
		m := &solvers.Matrix{Primary: 2, Secondary: 2} // no option has item 3
		for _, o := range options {
			m.AddColored([]int32{o[0], 2}, []int32{0, o[1]})
		}
		all = append(all, m)
	}
	return all
}
