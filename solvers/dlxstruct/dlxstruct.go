// Package dlxstruct solves Sudoku as an exact cover problem with Dancing Links
// in an array of structs. It enters two contestants, which differ in the order in
// which they uncover items:
//
//	dlx-struct-buggy     in the order in which they were covered, as its source does
//	dlx-struct-repaired  in reverse order
//
// Knuth's Algorithm X with Dancing Links (2000) undoes its steps in reverse order. The
// source, a public solution for 9x9 grids, uncovers the items of an option in the order
// in which it covered them. Then some nodes are relinked twice. This restores the links,
// but adds 1 to the size of the item twice. So sizes grow without bound, and the search
// chooses items by wrong sizes. The answers are right, but the search is not the intended
// one. README.md tells what that costs.
//
// Both contestants differ from package dlx as the source does:
//
//   - items in the order rows, columns, boxes, cells;
//   - the next item is the last one in that order with the fewest options;
//   - the other nodes of an option are visited in a fixed direction, cell after
//     box after column after row, and then from the start.
//
// Package cover has the steps of the search and a glossary. But here the size of an
// item may exceed the number of its options.
//
// Layout. A node is one item of one option, or the header of an item. Nodes
// are numbers; headers come first, node 0 is the root of the list of remaining
// items. The four nodes of an option are adjacent and aligned to a multiple of
// four, so that the others of node i are i^1, i^2 and i^3:
//
//	header   { up, down, item: itself }   left, right, key
//	option   { up, down, item } row  { ... } column  { ... } box  { ... } cell
//
// The key of a header puts the size of the item above a number that falls from
// item to item: the smallest key is that of the last item with the smallest
// size.
package dlxstruct

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// SpecBuggy enters the solver as its source was written. It leaves out larger
// grids: the wrong order makes 16x16 hopeless.
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
	key         [maxHeaders]int64  // 64 bits, because sizes of the buggy solver drift

	size     int  // side of the grid
	items    int  // number of items
	repaired bool // uncover items last first
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
			// Package cover has the cells first, this program has them last.
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

// load sets the links to those of puzzle.
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
