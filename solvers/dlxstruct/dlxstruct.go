// Package dlxstruct solves Sudoku as an exact cover problem with Dancing Links in an array of
// structs. It shows what a small mistake in its source costs. Therefore it enters two contestants,
// which only differ in the order in which they uncover the items of an option:
//
//	dlx-struct-buggy     in the order in which they were covered, as the source does
//	dlx-struct-repaired  in reverse order, as Knuth's Algorithm X does
//
// The source is a public solution for 9x9 grids, and it contains a mistake. Algorithm X with Dancing Links (2000)
// undoes its steps in reverse order. The source undoes some of them in another order, so it puts some nodes back into
// their lists twice. The second time does not change the links, but it adds 1 to the size of the item although its list
// has not become longer. So the sizes grow without bound, and the search chooses items by wrong sizes. Its answers are
// still right, but on hard puzzles it takes many more steps. README.md says how many.
//
// Both contestants differ from package dlx in the same ways as the source:
//
//   - The items are ordered rows, columns, boxes, cells.
//   - The next item is the one of the smallest size; if several are as small, the last of them.
//   - The other nodes of an option are visited cyclically, in the order row, column, box, cell, row.
//
// Package cover describes the steps of the search and has a glossary. But note that here the size
// of an item may exceed the number of its options.
//
// # Layout
//
// A node is one item of one option, or the header of an item. Nodes are numbers: 0 is the root of
// the list of remaining items, then come the headers, and then the options. The four nodes of an
// option are adjacent and begin at a multiple of four, so that the others of node i are i^1, i^2
// and i^3:
//
//	header   { up, down, item: itself }   left, right, key
//	option   { up, down, item } row  { ... } column  { ... } box  { ... } cell
//
// The upper bits of a header's key are the size of the item. The lower bits are a number that
// decreases from item to item, so that the smallest key belongs to the last item of the smallest
// size.
package dlxstruct

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// SpecBuggy enters the solver as its source was written. It does not take larger grids, because the
// wrong order makes the search at 16x16 hopelessly long.
var SpecBuggy = solvers.Spec{
	Name:  "dlx-struct-buggy",
	Doc:   "Dancing Links in an array of structs, restoring in the wrong order",
	Sizes: []int{4, 9},
	New:   func(size int) solvers.Solver { return newSolver(size, false) },
}

// SpecRepaired enters the solver that uncovers in reverse order.
var SpecRepaired = solvers.Spec{
	Name:  "dlx-struct-repaired",
	Doc:   "Dancing Links in an array of structs, restoring in reverse",
	Sizes: solvers.Sizes(),
	New:   func(size int) solvers.Solver { return newSolver(size, true) },
}

const (
	maxNodes   = 1 << 16    // the values of a 16-bit index; size 25 has 65,004 nodes
	maxHeaders = 1 << 12    // the root and the 2,500 items of size 25, rounded up
	root       = 0          // head of the list of remaining items
	oneOption  = maxHeaders // one option, in a key
)

// node is one item of one option, or the header of an item.
type node struct {
	up, down uint16 // the neighbours in the list of the item
	item     uint16 // the header of that item
	_        uint16 // to 8 bytes, a scale that the processor can address by
}

// Solver holds the nodes. The package comment describes their layout.
type Solver struct {
	nodes       [maxNodes]node
	left, right [maxHeaders]uint16 // neighbours in the list of items
	key         [maxHeaders]int64  // 64 bits, because the sizes of the buggy solver grow without bound

	size     int  // side of the grid
	items    int  // number of items
	repaired bool // uncover the last covered item first
	base     int  // the first node of the first option
	template []node
	chosen   []uint16 // the node tried at each depth
	answer   solvers.Grid
}

// newSolver makes a Solver for grids of this size.
func newSolver(size int, repaired bool) *Solver {
	options, items := cover.Options(size), cover.Items(size)
	s := &Solver{
		size:     size,
		items:    items,
		repaired: repaired,
		base:     (items + cover.PerOption) / cover.PerOption * cover.PerOption,
		chosen:   make([]uint16, size*size),
		answer:   solvers.NewGrid(size),
	}
	for h := range items + 1 {
		s.nodes[h] = node{up: uint16(h), down: uint16(h), item: uint16(h)}
	}
	for o := range options {
		for k := range cover.PerOption {
			// Package cover has the cells first, and this program has them last.
			item := (int(options[o].Items[(k+1)%cover.PerOption]) + items - size*size) % items
			s.linkBelow(uint16(item+1), uint16(s.base+cover.PerOption*o+k))
		}
	}
	s.template = append(s.template, s.nodes[:s.base+cover.PerOption*len(options)]...)
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

// load makes the links of puzzle: it copies the template and unlinks the options that givens exclude.
func (s *Solver) load(puzzle solvers.Grid) {
	copy(s.nodes[:], s.template)
	for h := range s.items + 1 {
		s.left[h], s.right[h] = uint16(h-1), uint16(h+1)
		s.key[h] = int64(s.size*oneOption + maxHeaders - 1 - h)
	}
	s.left[root], s.right[s.items] = uint16(s.items), root
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		first := s.base + cell*s.size*cover.PerOption
		for k := range s.size {
			if k != int(digit)-1 {
				for i := range cover.PerOption {
					s.unlink(uint16(first + k*cover.PerOption + i))
				}
			}
		}
	}
}
