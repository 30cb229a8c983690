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
// items are broken by it. It is written only here, so that dlx, pointer and links search
// the same tree. (cells does not: its sets change the order.)
//
// # How dlx, dlxstruct and pointer search
//
// They solve this problem with Knuth's Algorithm X and Dancing Links. Their code is
// alike and yet written three times: how the links are held is what they compare.
//
//  1. New links all options of an empty grid and keeps them as a template.
//  2. Solve copies the template and unlinks the options that the givens exclude: a
//     cell with a given keeps one option.
//  3. search follows Algorithm X: it chooses an item, covers it, and tries its options one
//     by one. One turn of its outer loop is one search call.
//
// Glossary: package dlx explains items, their lists, nodes, cover and uncover by an
// example. The size of an item is the number of options in its list. An update is one
// node that the search unlinks from such a list; what loading a puzzle unlinks does not
// count. Nodes in the sense of solvers.Counts are search calls.
//
// # Choosing an item
//
// Most of the time goes into choosing: a grid has hundreds of items, and a search call
// covers four. So choose does two things. It walks the list of items from both ends at once,
// because each step of a walk has to wait for the one before; the two walks meet, because
// the number of remaining items is always even. And it takes the minimum without a branch
// (x>>63 is all ones for a negative x), because the branch would often be mispredicted. The
// key of an item puts its size above its number, so that one minimum finds both.
package cover

import "gridjudge/solvers"

// PerOption is the number of items that an option covers: one of each group.
const PerOption = 4

// Option is one choice: a digit in a cell, and the items that it covers, one
// of each group in the order of groups.
type Option struct {
	Cell  int // row*n + column
	Digit uint8
	Items [PerOption]int32
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
				Items: [PerOption]int32{
					int32(cell),
					int32(n*n + row*n + k),
					int32(2*n*n + column*n + k),
					int32(3*n*n + (row/box*box+column/box)*n + k),
				},
			})
		}
	}
	return options
}
