// Package dlx solves Sudoku as an exact cover problem with Dancing Links in
// parallel arrays.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000). Dancing Links are
// doubly linked lists. Removing a node from such a list and restoring it take the
// same number of steps (Hitotumatu and Noshita, 1979). Package cover has the steps of
// the search and a glossary. The item order, the option order and the choice rule are
// those of a public solution to POJ 3074 and POJ 3076, so that the search tree is
// the same node by node:
//
//   - items in the order cells, rows, columns, boxes (package cover);
//   - the next item is the first one with the fewest options;
//   - the options of an item are tried in descending order of their numbers in package
//     cover, because the public solution puts each new node directly below the header of
//     its item.
//
// Layout. A node is one item of one option. Nodes are numbers: 0 is the root of the
// list of remaining items, 1 to n are the headers of the n items. The four nodes of an
// option are adjacent, from a multiple of four on, so that the others of node i are
// i^1, i^2 and i^3. Below, b is the first node of option 0, the first multiple of four
// above n:
//
//	              root    header 1    header 2    header 3 ...
//	left, right    0 <------> 1 <------> 2 <------> 3 <---> ... <---> 0
//	key            -       size<<16|1  size<<16|2  size<<16|3
//	up, down                  |          |
//	              node 4k+b  [cell]    [row]   [column]  [box]   of option k
//	up, down                  |          |
//
// The key of a header puts the size of the item above its number: the smallest
// key is that of the first item with the fewest options. README.md tells what was
// measured.
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

const (
	// indices is the number of values of a 16-bit index; the largest grid, of
	// size 25, has 65,004 nodes. A table of this length needs no check of bounds.
	// Memory that a grid does not need is never touched.
	indices = 1 << 16

	// headers is the root and the 2,500 items of the largest grid, rounded up to
	// a power of two: an index modulo headers needs no check either.
	headers = 1 << 12

	root = 0       // head of the list of remaining items
	one  = 1 << 16 // one option, in a key
)

// node is the place of one item of one option in the list of that item.
type node struct {
	up, down uint16
}

// Solver holds the tables. The package comment describes their layout.
type Solver struct {
	nodes       [indices]node
	item        [indices]uint16 // the header of the node's item
	left, right [headers]uint16
	key         [headers]uint32

	grid     int                                       // side of the grid
	items    int                                       // number of items
	base     int                                       // the first node of the first option
	template []node                                    // nodes of an empty grid
	chosen   [solvers.MaxSize * solvers.MaxSize]uint16 // the node tried at each depth
	answer   solvers.Grid
}

// New makes a Solver for grids of this size.
func New(size int) solvers.Solver {
	options := cover.Options(size)
	s := &Solver{
		grid:   size,
		items:  cover.Items(size),
		answer: solvers.NewGrid(size),
	}
	s.base = (s.items + cover.PerOption) / cover.PerOption * cover.PerOption
	for h := range s.items + 1 {
		s.nodes[h] = node{uint16(h), uint16(h)}
	}
	for o := range options {
		for k, item := range options[o].Items {
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
		s.left[h], s.right[h] = uint16(h-1), uint16(h+1)
		s.key[h] = uint32(s.grid*one | h)
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
