// Package pointer solves Sudoku as an exact cover problem with Dancing Links
// whose nodes are linked by pointers.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000); the item
// order, the option order and the choice rule are those of a public solution
// to POJ 3076 written with pointers. It is the same search as package dlx, which
// explains it by an example: both must report the same Nodes and Updates on every grid.
//
// A textbook node has five links: L and R to its neighbours in the option, U and D to those
// in the list of its item, C to the header of that item. Here an option is one struct that
// has its four nodes side by side. So L and R are not needed: the node after that of group
// g is that of group (g+1)%4. U, D and C are the arrays up, down and item, with one entry
// per node. A link leads to an option, and the group says to which of its nodes. The header
// is split in two: what the list of items needs is an item, and what the list of options
// needs is its head, an option that is never chosen.
//
// Layout. All options are in one slice, and all items in another. The four nodes
// of an option are fields of one struct, one for each group of items, so that no
// links are needed to get from one to the others:
//
//	             cell      row       column    box
//	option  up   [ * ]     [ * ]     [ * ]     [ * ]    towards the header
//	        down [ * ]     [ * ]     [ * ]     [ * ]
//	        item [ * ]     [ * ]     [ * ]     [ * ] ---> item: left, right, key, head
//
// An item of group g has a circular list of its options, linked by up[g] and down[g]. The
// list also has the head of the item: an option that the search never chooses. The key of
// an item has its size in the high bits and its number in the low bits. So the smallest
// key belongs to the first item with the fewest options. README.md tells what was measured.
package pointer

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:  "pointer",
	Doc:   "Dancing Links with nodes linked by pointers, the same search as dlx",
	Sizes: solvers.Sizes(),
	New:   New,
}

const (
	// groups is the number of items of an option, one of each group. It is a
	// power of two: an index modulo groups needs no check of bounds.
	groups = cover.PerOption

	oneOption = 1 << 16 // one option, in a key
)

// option is a choice, four nodes, or the head of an item's list.
type option struct {
	up, down [groups]*option
	item     [groups]*item
	cell     uint16
	digit    uint8
}

// item must be covered exactly once.
type item struct {
	left, right *item // neighbours in the list of remaining items
	head        *option
	key         int64 // size*oneOption + place in Solver.items
	group       uint  // which node of an option is the item's
}

// Solver holds the options and items.
type Solver struct {
	size         int      // side of the grid
	options      []option // of the puzzle, then the heads
	items        []item   // items[0] is the root of the list of remaining items
	emptyOptions []option // the template: options and items of an empty grid
	emptyItems   []item
	chosen       []choice
	answer       solvers.Grid
}

// choice is the option tried at one depth, and the item that it was chosen for.
type choice struct {
	item   *item
	option *option
}

// New makes a Solver for grids of this size.
func New(size int) solvers.Solver {
	all := cover.Options(size)
	n := cover.Items(size)
	s := &Solver{
		size:    size,
		options: make([]option, len(all)+n),
		items:   make([]item, n+1),
		chosen:  make([]choice, size*size),
		answer:  solvers.NewGrid(size),
	}
	for i := range s.items {
		it := &s.items[i]
		it.left = &s.items[(i+n)%(n+1)]
		it.right = &s.items[(i+1)%(n+1)]
	}
	for i := range n {
		it := &s.items[i+1]
		it.key, it.group = int64(i+1), uint(i/(size*size))
		it.head = &s.options[len(all)+i]
		it.head.up[it.group%groups], it.head.down[it.group%groups] = it.head, it.head
	}
	for i := range all {
		s.options[i].cell, s.options[i].digit = uint16(all[i].Cell), all[i].Digit
		for _, t := range all[i].Items {
			s.items[t+1].linkBelow(&s.options[i])
		}
	}
	s.emptyOptions = append(s.emptyOptions, s.options...)
	s.emptyItems = append(s.emptyItems, s.items...)
	return s
}

// linkBelow puts a node of o directly below the head of the item.
func (it *item) linkBelow(o *option) {
	g, next := it.group%groups, it.head.down[it.group%groups]
	o.up[g], o.down[g], o.item[g] = it.head, next, it
	next.up[g], it.head.down[g] = o, o
	it.key += oneOption
}

// Solve counts the solutions of puzzle.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	s.load(puzzle)
	s.search(&limits, result)
}

// load sets the links to those of puzzle.
func (s *Solver) load(puzzle solvers.Grid) {
	copy(s.options, s.emptyOptions)
	copy(s.items, s.emptyItems)
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		for k := range s.size {
			if k != int(digit)-1 {
				o := &s.options[cell*s.size+k]
				for g := range uint(groups) {
					o.unlink(g)
				}
			}
		}
	}
}
