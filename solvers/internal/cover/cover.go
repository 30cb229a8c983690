// Package cover states Sudoku as an exact cover problem: choose options so that every item is
// covered exactly once. (These are Knuth's words. Others speak of the rows and columns of a 0/1
// matrix.)
//
// A grid of size n has n*n*n options, "this cell holds this digit", and 4*n*n
// items, in four groups of n*n:
//
//	item            0 ..   n*n-1   cell (row, column) is filled    row*n + column
//	item    n*n     .. 2*n*n-1     row holds the digit             row*n + digit-1
//	item  2*n*n     .. 3*n*n-1     column holds the digit          column*n + digit-1
//	item  3*n*n     .. 4*n*n-1     box holds the digit             box*n + digit-1
//
// The order of items and options is a part of the algorithm, because it decides between items that
// have the same number of options. It is defined only here, so that dlx, pointer and links search
// the same tree. (cells does not, because its sets change the order of options while it searches.)
//
// # How dlx, dlxstruct and pointer search
//
// All three solve this problem by Knuth's Algorithm X with Dancing Links. They are written three
// times, although their code is alike, because they are there to compare three ways of storing the
// links.
//
//  1. New links all options of an empty grid and keeps the result as a template.
//  2. Solve copies the template and unlinks the options that the givens exclude: all other digits
//     of a cell with a given. So a cell with a given has exactly one option left.
//  3. search follows Algorithm X: it chooses an item, covers it, and tries its options one by one.
//     One iteration of its outer loop is one search call.
//
// Glossary: package dlx explains items, their lists, list nodes, cover and uncover by an example.
// The size of an item is the number of options in its list. An update is one list node that the
// search unlinks; the nodes that are unlinked while a puzzle is loaded do not count. The nodes in
// solvers.Counts are not list nodes but search calls.
//
// # Choosing an item
//
// Most of the time goes into choosing, because a grid has hundreds of items while a search call
// covers only four. So choose does two things for speed.
//
// It walks the list of items from both ends at once. Each step of a walk has to wait for the load
// of the step before, so two independent walks take about as long as one. They meet because the
// number of remaining items is always even.
//
// It computes the minimum without a branch, because the branch would often be mispredicted. For
// this it uses that x>>63 is all ones if x is negative, and zero otherwise. Each item is
// represented by a key, whose upper bits are the size of the item and whose lower bits are its
// number. So the smallest key gives both the smallest size and the item to choose.
package cover

import "gridjudge/solvers"

// PerOption is the number of items that an option covers: one from each group.
const PerOption = 4

// Option is one possible choice, a digit in a cell, and the items that it covers: one from each
// group, in the order of the groups.
type Option struct {
	Cell  int // row*n + column
	Digit uint8
	Items [PerOption]int32
}

// Items returns the number of items of a grid of this size.
func Items(size int) int { return PerOption * size * size }

// Options lists all options of an empty grid of this size, by cell and then by digit: option
// cell*size + digit-1 puts digit into cell.
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
