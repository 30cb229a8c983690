// Package dlx solves Sudoku as an exact cover problem with Dancing Links in
// parallel arrays.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000), the doubly
// linked lists from which an item is taken out and put back in the same number
// of steps (Hitotumatu and Noshita, 1979). The item order, the option order and
// the choice rule are those of a public solution to POJ 3074 and POJ 3076, so
// that the search tree is the same node by node:
//
//   - items in the order cells, rows, columns, boxes (package cover);
//   - the next item is the first one with the fewest options;
//   - options are tried in descending order: that solution puts each new node
//     directly below its item's header.
//
// How it goes:
//
//  1. New links all options of an empty grid and keeps the links as a template.
//  2. Solve copies the template and unlinks what the givens exclude: a cell
//     with a given keeps one option.
//  3. search chooses an item, covers it, and tries its options one by one.
//
// Layout. A node is one item of one option. Nodes are numbers; nodes 1 to
// items are the headers of the items, node 0 is the root of the list of items
// that remain. The four nodes of an option stand side by side, aligned to a
// multiple of four, so that the others of node i are i^1, i^2 and i^3:
//
//	      root   item 1  item 2  item 3 ...        left, right
//	       0 <----> 1 <---> 2 <---> 3 <---> ... 0
//	                |       |
//	               up      up                      up, down
//	              down    down
//	                |       |
//	option k:     4k+b   4k+b+1   4k+b+2   4k+b+3
//	              cell    row      column   box
//
// Glossary: to cover an item is to take it out of the list of items and its
// options out of the lists of their other items; to uncover undoes that. The
// size of an item is the number of options in its list. An update is one node
// unlinked from a vertical list.
package dlx

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:  "dlx",
	Doc:   "Dancing Links in parallel arrays, first item of fewest options",
	Sizes: solvers.Sizes(),
	New:   New,
}

// indices is how many nodes an index of 16 bits can tell apart. The largest
// grid, of size 25, has 65,004. A table of this length is never indexed beyond
// its end, and the compiler knows.
const indices = 1 << 16

// root heads the list of items that remain.
const root = 0

// maxItems is the number of items of the largest grid.
const maxItems = cover.PerOption * solvers.MaxSize * solvers.MaxSize

// node is one item of one option, or the header of an item.
type node struct {
	up, down uint16 // the neighbours in the list of the item
}

// Solver holds the tables. See the head of this file for the layout.
type Solver struct {
	nodes       [indices]node
	item        [indices]uint16 // the header of the node's item
	left, right [indices]uint16 // neighbours in the list of items
	size        [indices]uint32 // of each item

	grid     int                                       // side of the grid
	items    int                                       // number of items
	base     int                                       // the first node of the first option
	template []node                                    // nodes of an empty grid
	chosen   [solvers.MaxSize * solvers.MaxSize]uint16 // the node tried at each depth
	answer   solvers.Grid
}

// New makes a Solver for grids of this size.
func New(size int) solvers.Solver {
	s := &Solver{
		grid:   size,
		items:  cover.Items(size),
		answer: solvers.NewGrid(size),
	}
	options := cover.Options(size)
	s.base = (s.items + cover.PerOption) / cover.PerOption * cover.PerOption
	for h := range s.items + 1 {
		s.nodes[h] = node{uint16(h), uint16(h)}
		s.item[h] = uint16(h)
	}
	for o, option := range options {
		for k, item := range option.Items {
			s.linkBelow(uint16(item+1), uint16(s.base+cover.PerOption*o+k))
		}
	}
	s.template = append(s.template, s.nodes[:s.base+cover.PerOption*len(options)]...)
	return s
}

// linkBelow puts node i directly below header h.
func (s *Solver) linkBelow(h, i uint16) {
	next := s.nodes[h].down
	s.nodes[i] = node{h, next}
	s.nodes[next].up = i
	s.nodes[h].down = i
	s.item[i] = h
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
		s.left[h] = uint16(h - 1)
		s.right[h] = uint16(h + 1)
		s.size[h] = uint32(s.grid)
	}
	s.left[root] = uint16(s.items)
	s.right[s.items] = root
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		first := s.base + cell*s.grid*cover.PerOption
		for k := range s.grid {
			if k != int(digit)-1 {
				i := uint16(first + k*cover.PerOption)
				s.unlink(i)
				s.unlink(i + 1)
				s.unlink(i + 2)
				s.unlink(i + 3)
			}
		}
	}
}

// unlink takes node i out of the list of its item.
func (s *Solver) unlink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = n.up
	s.nodes[n.up].down = n.down
	s.size[s.item[i]]--
}

// relink undoes unlink.
func (s *Solver) relink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = i
	s.nodes[n.up].down = i
	s.size[s.item[i]]++
}

// cover takes item c out of the list of items, and its options out of the
// lists of their other items.
func (s *Solver) cover(c uint16) {
	l, r := s.left[c], s.right[c]
	s.left[r], s.right[l] = l, r
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.unlink(i ^ 1)
		s.unlink(i ^ 2)
		s.unlink(i ^ 3)
	}
}

// uncover undoes cover(c), last step first.
func (s *Solver) uncover(c uint16) {
	for i := s.nodes[c].up; i != c; i = s.nodes[i].up {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
	s.left[s.right[c]] = c
	s.right[s.left[c]] = c
}

// others are the headers of the items that the option of node i covers beside
// the item of i itself, in the order of the option from i on.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.item[first|(i+1)&3], s.item[first|(i+2)&3], s.item[first|(i+3)&3]
}

// choose returns the first item of those with the fewest options, or root
// where no item is left.
func (s *Solver) choose() uint16 {
	best, fewest := uint16(root), ^uint32(0)
	for h := s.right[root]; h != root; h = s.right[h] {
		if s.size[h] < fewest {
			best, fewest = h, s.size[h]
		}
	}
	return best
}

// search walks the tree depth first. One turn of the outer loop is one call of
// the search function in recursive programs.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	const branch = cover.PerOption - 1 // nodes that a cover unlinks for each option
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
		var i uint16 // the node last tried, or a header: none yet
		if c := s.choose(); c != root {
			result.Updates += branch * uint64(s.size[c])
			s.cover(c)
			i = s.nodes[c].down
		} else {
			s.found(depth, result)
			if result.Solutions == limits.Wanted() {
				return
			}
			i = root
		}
		// Back up to a node that still has an option to try.
		for int(i) <= s.items {
			if i != root {
				s.uncover(i)
			}
			if depth == 0 {
				return
			}
			depth--
			i = s.chosen[depth]
			x, y, z := s.others(i)
			s.uncover(z)
			s.uncover(y)
			s.uncover(x)
			i = s.nodes[i].down
		}
		s.chosen[depth] = i
		depth++
		x, y, z := s.others(i)
		result.Updates += branch * uint64(s.size[x])
		s.cover(x)
		result.Updates += branch * uint64(s.size[y])
		s.cover(y)
		result.Updates += branch * uint64(s.size[z])
		s.cover(z)
	}
}

// found reports the chosen options as a solution.
func (s *Solver) found(depth int, result *solvers.Result) {
	for _, i := range s.chosen[:depth] {
		option := (int(i) - s.base) / cover.PerOption
		s.answer[option/s.grid] = uint8(option%s.grid) + 1
	}
	result.Found(s.answer)
}
