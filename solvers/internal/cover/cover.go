// Package cover states Sudoku as an exact cover problem: choose options so
// that every item is covered exactly once (Knuth's words; others say rows and
// columns of a 0/1 matrix).
//
// A grid of size n has n*n*n options, "this cell holds this digit", and 4*n*n
// items, in four groups of n*n:
//
//	item            0 ..   n*n-1   cell (row, column) is filled    row*n + column
//	item    n*n     .. 2*n*n-1     row holds the digit             row*n + digit-1
//	item  2*n*n     .. 3*n*n-1     column holds the digit          column*n + digit-1
//	item  3*n*n     .. 4*n*n-1     box holds the digit             box*n + digit-1
//
// The order of items and options is part of the algorithm, because ties between
// items are broken by it. It is kept in this one place so that two solvers that
// import it search the same tree.
package cover

import "gridjudge/solvers"

// PerOption is the number of items that an option covers: one of each group.
const PerOption = 4

// Option is one choice: a digit in a cell, and the items that it covers, one
// of each group in the order of groups.
type Option struct {
	Cell  int // row*n + column
	Digit uint8
	Items [PerOption]int
}

// Items is the number of items of a grid of this size.
func Items(size int) int { return PerOption * size * size }

// Options lists all options of an empty grid of this size: by cell, then by
// digit, so that option cell*size + digit-1 puts digit into cell.
func Options(size int) []Option {
	n, box := size, solvers.Box(size)
	options := make([]Option, 0, n*n*n)
	for cell := range n * n {
		row, column := cell/n, cell%n
		for k := range n {
			options = append(options, Option{
				Cell:  cell,
				Digit: uint8(k + 1),
				Items: [PerOption]int{
					cell,
					n*n + row*n + k,
					2*n*n + column*n + k,
					3*n*n + (row/box*box+column/box)*n + k,
				},
			})
		}
	}
	return options
}
