// Package dlx solves Sudoku as an exact cover problem with Dancing Links in parallel arrays.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000). Package cover states Sudoku in
// his words: choose options so that every item is covered exactly once.
//
// # Dancing Links by an example
//
// Knuth's example has six options and the items a to g. Each item has a list, headed by the item's
// header, of the options that contain it:
//
//	option 1   c e          a: 2 4
//	option 2   a d g        b: 3 5
//	option 3   b c f        c: 1 3
//	option 4   a d f        d: 2 4 6
//	option 5   b g          e: 1 6
//	option 6   d e g        f: 3 4
//	                        g: 2 5 6
//
// A list node (in this example just node) is the place of an option in one list. For example, d4 is
// the node of option 4 in the list of d. The lists are circular and doubly linked: the header is
// above the first node and below the last. A node that is unlinked keeps its own links, so two
// assignments put it back between its former neighbours (Hitotumatu and Noshita, 1979).
//
// Covering an item takes it out of the problem. To cover a, unlink a from the list of
// items, and unlink the options of a from the lists of their other items, from the top option to
// the bottom one: d2 and g2, then d4 and f4. After this, the lists of d, f and g are d: 6, f: 3, g:
// 5 6, while the lists of b, c and e have not changed. Four nodes were unlinked, which counts as
// four updates. The list of a itself is not touched, because uncover needs it to find the options
// again.
//
// Uncovering a goes in the opposite direction, from the bottom option to the top one: put back f4
// and d4, then g2 and d2. (The order of the nodes within an option does not matter, because they
// are in different lists.) d4 was unlinked when d2 was already gone, so its neighbours are the
// header of d and d6, and it is put between these. d2 remembers the header and d4, and is put
// between these.
//
// Undoing the last step first is always right, because each node finds the list as it left it.
// Putting the nodes back from top to bottom happens to work as well: d2 makes itself the upper
// neighbour of d4 while d4 is still unlinked, and d4 then finds d2 there. Other orders can lose
// nodes. For example, unlink d2, d4 and d6 in this order, and put back d2, then d6, then d4. d6
// only remembers the header, and replaces d2 as its lower neighbour. d4 links d2 with d6, but does
// not touch the header. A walk down from the header then only finds d6.
//
// Items must also be uncovered in reverse order. Suppose d is covered after a: its list has only
// option 6 left, so e6 and g6 are unlinked. If a were uncovered first, d2 and d4 would be back in
// the list of d when d is uncovered. Uncovering d would then put back the other nodes of options 4
// and 2 as well, a4, f4, a2 and g2, although they are in their lists already. This does not harm
// the links, but it counts these nodes a second time in the sizes of a, f and g. Package dlxstruct
// shows what that costs.
//
// Algorithm X, with the functions that implement its steps:
//
//	X1  if no item is left, the chosen options are a solution     found
//	X2  choose an item, here a                                    choose
//	X3  cover it                                                  cover
//	X4  for each of its options, here 2 and then 4: cover the     others, cover
//	    other items of the option and go to X1
//	X5  when no option is left: uncover the item                  uncover
//	    after that, and after a solution: go back one level,
//	    uncover the other items of the option tried there, the
//	    last one first, and go on with X4 at its next option
//
// In the example, a has the options 2 and 4. Option 2 covers d and g as well. Then b has only
// option 3 left and e only option 1, but both of these contain c, so the search comes back and
// tries option 4. Options 4, 5 and 1 cover everything.
//
// # This program
//
// The order of items, the order of options and the rule for choosing an item are taken from a
// public solution to POJ 3074 and POJ 3076, so that both search the same tree, node by node:
//
//   - The items are ordered cells, rows, columns, boxes (package cover).
//   - The next item is the one with the fewest options; if several have as few, the first of them.
//   - The options of an item are tried in descending order of their numbers in package cover, not in
//     ascending order as in the example, because the public solution inserts each new node directly
//     below the header.
//
// Nodes are numbers. 0 is the root of the list of remaining items, and 1 to n are the headers of
// the n items. The four nodes of an option are adjacent and begin at a multiple of four, so that
// the others of node i are i^1, i^2 and i^3.
//
// For example, a grid of size 4 has 64 items: cells 1 to 16, rows 17 to 32, columns 33 to 48, boxes
// 49 to 64. The options begin at 68, the next multiple of four; 65 to 67 are not used. The last
// three lines show the list of item 1, and under each of its nodes the links of that node:
//
//	option                 cell 0 is 1   cell 0 is 2   cell 0 is 3   cell 0 is 4
//	nodes                  68 69 70 71   72 73 74 75   76 77 78 79   80 81 82 83
//	item                    1 17 33 49    1 18 34 50    1 19 35 51    1 20 36 52
//
//	the list of item 1     header 1    80    76    72    68
//	down                         80    76    72    68     1
//	up                           68     1    80    76    72
//
// A header also has left and right links, and a key. The upper bits of the key are the size of the
// item, which is the number of options in its list, and the lower 16 bits are its number. So the
// smallest key belongs to the first item with the fewest options. README.md tells what was
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
	// maxNodes is the length of the tables of nodes. The largest grid, of size 25, needs only
	// 65,004 nodes, headers and root included. The tables are a little longer, so that every
	// 16-bit number is a valid index and indexing needs no bounds check. The unused part of a
	// table costs nothing, because the search never touches it.
	maxNodes = 1 << 16

	// maxHeaders is enough for the root and the 2,500 items of the largest grid. It is a power of
	// two, so that an index modulo maxHeaders needs no bounds check either.
	maxHeaders = 1 << 12

	root      = 0       // head of the list of remaining items
	oneOption = 1 << 16 // one option, in a key
)

// node is one item of one option, which makes it an element of the list of that item.
type node struct {
	up, down uint16
}

// Solver holds the tables whose layout the package comment describes.
type Solver struct {
	nodes       [maxNodes]node
	item        [maxNodes]uint16 // the header of the node's item
	left, right [maxHeaders]uint16
	key         [maxHeaders]uint32

	size     int                                       // side of the grid
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
		size:   size,
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

// load makes the links of puzzle: it copies the template and unlinks the options that givens exclude.
func (s *Solver) load(puzzle solvers.Grid) {
	copy(s.nodes[:], s.template)
	for h := range s.items + 1 {
		s.left[h], s.right[h] = uint16(h-1), uint16(h+1)
		s.key[h] = uint32(s.size*oneOption | h)
	}
	s.left[root] = uint16(s.items)
	s.right[s.items] = root
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		first := s.base + cell*s.size*cover.PerOption
		for k := range s.size {
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
