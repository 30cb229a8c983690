// Package dlxstruct solves Sudoku as an exact cover problem with Dancing Links
// in an array of structs. It enters two contestants, which differ in one thing:
// the order in which covered items come back.
//
// Knuth's Algorithm X with Dancing Links (2000) undoes its steps last first. A
// public solution for 9x9 grids does not: it uncovers the items of an option in
// the order in which it covered them. Its links come back right all the same,
// because putting a node back twice changes nothing, but every node that is put
// back twice is counted twice in the size of its item. Sizes drift upward
// without bound, and the choice of the item with the fewest options is made on
// wrong numbers: the answers are right, the search is not the one intended.
//
//	dlx-struct-buggy     keeps the mistake, to show what it costs
//	dlx-struct-repaired  is the same program with the order put right
//
// Beside that, both keep what sets the source apart from package dlx:
//
//   - items in the order rows, columns, boxes, cells;
//   - the next item is the last one in that order with the fewest options;
//   - the other nodes of an option are visited in a fixed direction, cell after
//     box after column after row, and then from the start.
//
// How it goes:
//
//  1. New links all options of an empty grid and keeps the nodes as a template.
//  2. Solve copies the template and unlinks what the givens exclude: a cell
//     with a given keeps one option.
//  3. search chooses an item, covers it, and tries its options one by one.
//
// Layout. A node is one item of one option, or the header of an item. Nodes
// are numbers; headers come first, node 0 is the root of the list of items that
// remain. The four nodes of an option stand side by side, aligned to a multiple
// of four, so that the others of node i are i^1, i^2 and i^3:
//
//	header   { up, down, item: itself }   left, right, key
//	option   { up, down, item } row  { ... } column  { ... } box  { ... } cell
//
// The key of a header puts the size of the item above a number that falls from
// item to item: the smallest key is that of the last item with the smallest
// size.
//
// Glossary: to cover an item is to take it out of the list of items and its
// options out of the lists of their other items; to uncover undoes that. The
// size of an item is what the solver takes for the number of options in its
// list. An update is one node unlinked from a vertical list.
package dlxstruct

import "gridjudge/solvers"

// SpecBuggy enters the solver as it was written. Larger grids are left out: the
// mistake makes 16x16 hopeless.
var SpecBuggy = solvers.Spec{
	Name:  "dlx-struct-buggy",
	Doc:   "Dancing Links in an array of structs, restoring in the wrong order",
	Sizes: []int{4, 9},
	New:   func(size int) solvers.Solver { return newSolver(size, false) },
}

// SpecRepaired enters the repaired solver.
var SpecRepaired = solvers.Spec{
	Name:  "dlx-struct-repaired",
	Doc:   "Dancing Links in an array of structs, restoring in reverse",
	Sizes: solvers.Sizes(),
	New:   func(size int) solvers.Solver { return newSolver(size, true) },
}

const (
	perOption = 4       // nodes of an option
	indices   = 1 << 16 // what an index of 16 bits can tell apart; size 25 has 65,004 nodes
	headers   = 1 << 12 // the root and the 2,500 items of size 25, rounded up
	root      = 0       // head of the list of items that remain
	one       = headers // one option, in a key
)

// node is one item of one option, or the header of an item.
type node struct {
	up, down uint16 // the neighbours in the list of the item
	item     uint16 // the header of that item
	_        uint16 // to 8 bytes, a scale that the processor can address by
}

// Solver holds the nodes. See the head of this file for the layout.
type Solver struct {
	nodes       [indices]node
	left, right [headers]uint16 // neighbours in the list of items
	key         [headers]int64  // wide, for sizes drift where restore is forward

	grid     int  // side of the grid
	items    int  // number of items
	reverse  bool // restore items last first
	base     int  // the first node of the first option
	template []node
	chosen   []uint16 // the node tried at each depth
	answer   solvers.Grid
}

// newSolver makes a Solver for grids of this size.
func newSolver(size int, reverse bool) *Solver {
	n, box := size, solvers.Box(size)
	items := perOption * n * n
	s := &Solver{
		grid:    size,
		items:   items,
		reverse: reverse,
		base:    (items + perOption) / perOption * perOption,
		chosen:  make([]uint16, n*n),
		answer:  solvers.NewGrid(size),
	}
	for h := range items + 1 {
		s.nodes[h] = node{up: uint16(h), down: uint16(h), item: uint16(h)}
	}
	i := s.base
	for cell := range n * n {
		row, column := cell/n, cell%n
		for k := range n {
			for _, item := range [perOption]int{
				row*n + k,
				n*n + column*n + k,
				2*n*n + (row/box*box+column/box)*n + k,
				3*n*n + cell,
			} {
				s.linkBelow(uint16(item+1), uint16(i))
				i++
			}
		}
	}
	s.template = append(s.template, s.nodes[:i]...)
	return s
}

// linkBelow puts node i directly below header h.
func (s *Solver) linkBelow(h, i uint16) {
	next := s.nodes[h].down
	s.nodes[i] = node{up: h, down: next, item: h}
	s.nodes[next].up = i
	s.nodes[h].down = i
}

// Solve counts the solutions of puzzle.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	s.load(puzzle)
	s.search(&limits, result)
}

// load sets the links to those of puzzle.
func (s *Solver) load(puzzle solvers.Grid) {
	copy(s.nodes[:], s.template)
	for h := range s.items + 1 {
		s.left[h], s.right[h] = uint16(h-1), uint16(h+1)
		s.key[h] = int64(s.grid*one + headers - 1 - h)
	}
	s.left[root], s.right[s.items] = uint16(s.items), root
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		first := s.base + cell*s.grid*perOption
		for k := range s.grid {
			if k != int(digit)-1 {
				for i := range perOption {
					s.unlink(uint16(first + k*perOption + i))
				}
			}
		}
	}
}
