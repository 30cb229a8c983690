// Package pointer solves Sudoku as an exact cover problem with Dancing Links
// whose nodes are linked by pointers.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000); the item
// order, the option order and the choice rule are those of a public solution
// to POJ 3076 written with pointers. It is the same search as package dlx, and
// both must report the same Nodes and Updates on every grid: what differs is
// only how the links are held, which is the question that this pair answers.
//
// How it goes:
//
//  1. New lays out all options of an empty grid in one slab, links them, and
//     keeps a copy of the slab as a template.
//  2. Solve copies the template back and unlinks what the givens exclude: a
//     cell with a given keeps one option.
//  3. search chooses an item, covers it, and tries its options one by one.
//
// Layout. A node is one item of one option. The four nodes of an option are
// the four places of one struct, one for each group of items, so that no links
// are needed to get from one to the others:
//
//	             cell      row       column    box
//	option  up   [ * ]     [ * ]     [ * ]     [ * ]    towards the header
//	        down [ * ]     [ * ]     [ * ]     [ * ]
//	        item [ * ]     [ * ]     [ * ]     [ * ] ---> item: left, right, size, head
//
// The list of an item whose group is g runs through up[g] and down[g] of its
// options and closes through those of its head, an option that is no choice.
//
// Glossary: to cover an item is to take it out of the list of items and its
// options out of the lists of their other items; to uncover undoes that. The
// size of an item is the number of options in its list. An update is one node
// unlinked from a vertical list.
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

// groups is the number of items of an option, one of each group. It is a power
// of two: an index modulo groups needs no check of bounds.
const groups = cover.PerOption

// option is a choice, four nodes, or the head of an item's list.
type option struct {
	up, down [groups]*option
	item     [groups]*item
	cell     uint16
	digit    uint8
}

// item is what has to be covered exactly once.
type item struct {
	left, right *item // neighbours in the list of items that remain
	head        *option
	size        int
	group       int
}

// Solver holds the slabs of options and items.
type Solver struct {
	grid            int      // side of the grid
	options, blank  []option // the options of the puzzle, of an empty grid; heads behind them
	items, unsolved []item   // the items; as they are at the start. items[0] is the root
	chosen          []choice
	answer          solvers.Grid
}

// choice is the option that is tried at one depth, and the item that it covers.
type choice struct {
	item   *item
	option *option
}

// New makes a Solver for grids of this size.
func New(size int) solvers.Solver {
	all := cover.Options(size)
	n := cover.Items(size)
	s := &Solver{
		grid:    size,
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
		it.group = i / (size * size)
		it.head = &s.options[len(all)+i]
		it.head.up[it.group], it.head.down[it.group] = it.head, it.head
	}
	for i := range all {
		s.options[i].cell, s.options[i].digit = uint16(all[i].Cell), all[i].Digit
		for _, t := range all[i].Items {
			s.items[t+1].linkBelow(&s.options[i])
		}
	}
	s.blank = append(s.blank, s.options...)
	s.unsolved = append(s.unsolved, s.items...)
	return s
}

// linkBelow puts a node of o directly below the head of the item.
func (it *item) linkBelow(o *option) {
	g, next := it.group, it.head.down[it.group]
	o.up[g], o.down[g], o.item[g] = it.head, next, it
	next.up[g], it.head.down[g] = o, o
	it.size++
}

// Solve counts the solutions of puzzle.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	s.load(puzzle)
	s.search(&limits, result)
}

// load sets the links to those of puzzle.
func (s *Solver) load(puzzle solvers.Grid) {
	copy(s.options, s.blank)
	copy(s.items, s.unsolved)
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		for k := range s.grid {
			if k != int(digit)-1 {
				o := &s.options[cell*s.grid+k]
				for g := range groups {
					o.unlink(g)
				}
			}
		}
	}
}

// unlink takes a node of o out of the list of its item.
func (o *option) unlink(g int) {
	up, down := o.up[g%groups], o.down[g%groups]
	up.down[g%groups], down.up[g%groups] = down, up
	o.item[g%groups].size--
}

// relink undoes unlink.
func (o *option) relink(g int) {
	o.up[g%groups].down[g%groups], o.down[g%groups].up[g%groups] = o, o
	o.item[g%groups].size++
}

// cover takes the item out of the list of items, and its options out of the
// lists of their other items.
func (it *item) cover() {
	it.left.right, it.right.left = it.right, it.left
	g := it.group
	for o := it.head.down[g%groups]; o != it.head; o = o.down[g%groups] {
		o.unlink(g + 1)
		o.unlink(g + 2)
		o.unlink(g + 3)
	}
}

// uncover undoes cover, last step first.
func (it *item) uncover() {
	g := it.group
	for o := it.head.up[g%groups]; o != it.head; o = o.up[g%groups] {
		o.relink(g + 1)
		o.relink(g + 2)
		o.relink(g + 3)
	}
	it.left.right, it.right.left = it, it
}

// choose returns the first item of those with the fewest options, or the root
// where no item is left.
func (s *Solver) choose() *item {
	root := &s.items[0]
	best := root.right
	for it := best; it != root; it = it.right {
		if it.size < best.size {
			best = it
		}
	}
	return best
}

// search walks the tree depth first. One turn of the outer loop is one call of
// the search function in recursive programs.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	const branch = groups - 1 // nodes that a cover unlinks for each option
	root := &s.items[0]
	depth := 0
	for {
		if limits.Nodes != 0 && result.Nodes == limits.Nodes {
			result.Stopped = solvers.NodeBudget
			return
		}
		if limits.Cancelled() {
			result.Stopped = solvers.Cancelled
			return
		}
		result.Nodes++
		it := s.choose()
		var o *option // to be tried next; nil where this call is through
		if it != root {
			result.Updates += branch * uint64(it.size)
			it.cover()
			o = it.head.down[it.group%groups]
			if o == it.head {
				it.uncover()
				o = nil
			}
		} else {
			s.found(depth, result)
			if result.Solutions == limits.Wanted() {
				return
			}
		}
		// Back up to a call that still has an option to try.
		for o == nil {
			if depth == 0 {
				return
			}
			depth--
			it, o = s.chosen[depth].item, s.chosen[depth].option
			g := it.group
			o.item[(g+3)%groups].uncover()
			o.item[(g+2)%groups].uncover()
			o.item[(g+1)%groups].uncover()
			o = o.down[g%groups]
			if o == it.head {
				it.uncover()
				o = nil
			}
		}
		s.chosen[depth] = choice{it, o}
		depth++
		for k := range branch {
			other := o.item[(it.group+1+k)%groups]
			result.Updates += branch * uint64(other.size)
			other.cover()
		}
	}
}

// found reports the chosen options as a solution.
func (s *Solver) found(depth int, result *solvers.Result) {
	for _, c := range s.chosen[:depth] {
		s.answer[c.option.cell] = c.option.digit
	}
	result.Found(s.answer)
}
