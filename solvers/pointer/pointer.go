// Package pointer solves Sudoku as an exact cover problem with Dancing Links whose nodes are linked
// by pointers.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000), which package dlx explains by an example. The order
// of items, the order of options and the rule for choosing an item come from a public solution to POJ 3076 that links
// its nodes by pointers. Package dlx uses the same orders and the same rule. So both packages make the same search, and
// must report the same Nodes and Updates on every grid.
//
// # Layout
//
// In textbooks, a node has five links: L and R to its neighbours in the option, U and D to its
// neighbours in the list of its item, and C to the header of that item. Here, the four nodes of an
// option are stored together in a single struct, one node for each group of items (cells, rows,
// columns, boxes).
//
// So L and R are not needed, because the four nodes of an option always follow each other in the
// order of the groups: to the right of the node of group g is the node of group (g+1)%4. U, D and C
// become the arrays up, down and item, with one element for each group. A link points to an option,
// and the index of the array tells which of the option's nodes is meant.
//
// The header of an item is split in two. The struct item holds what the list of items needs. The
// head of the item holds what the item's list of options needs: it is an option that is never
// chosen.
//
//	             cell      row       column    box
//	option  up   [ * ]     [ * ]     [ * ]     [ * ]    towards the head
//	        down [ * ]     [ * ]     [ * ]     [ * ]
//	        item [ * ]     [ * ]     [ * ]     [ * ] ---> item: left, right, key, head
//
// An item of group g has a circular list of its options and its head, linked by up[g] and down[g].
// The upper bits of an item's key are its size and the lower bits are its number, so that the
// smallest key belongs to the first item with the fewest options. README.md tells what was
// measured.
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
	// groups is the number of items of an option, one from each group. It is a power of two, so
	// that an index modulo groups needs no bounds check.
	groups = cover.PerOption

	oneOption = 1 << 16 // one option, in a key
)

// option is a possible choice, with its four nodes, or the head of an item's list.
type option struct {
	up, down [groups]*option
	item     [groups]*item
	cell     uint16
	digit    uint8
}

// item is something that must be covered exactly once.
type item struct {
	left, right *item // neighbours in the list of remaining items
	head        *option
	key         int64 // size*oneOption + index in Solver.items
	group       uint  // which of the four nodes of an option belongs to the item
}

// Solver holds the options and items.
type Solver struct {
	size         int      // side of the grid
	options      []option // the options of the puzzle, then the heads
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

// load makes the links of puzzle: it copies the template and unlinks the options that givens exclude.
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
