// Package dlx solves Sudoku as an exact cover problem with Dancing Links in
// parallel arrays.
//
// The algorithm is Knuth's Algorithm X with Dancing Links (2000). Package cover states
// Sudoku in his words: choose options so that every item is covered exactly once.
//
// # Dancing Links by an example
//
// Knuth's example has the items a to g and six options. Each item has a list of the
// options that have it, from its header down:
//
//	option 1   c e          a: 2 4
//	option 2   a d g        b: 3 5
//	option 3   b c f        c: 1 3
//	option 4   a d f        d: 2 4 6
//	option 5   b g          e: 1 6
//	option 6   d e g        f: 3 4
//	                        g: 2 5 6
//
// A list node, here node for short, is the place of an option in one list: d4 is that of
// option 4 in the list of d. The lists are circular and doubly linked, the header being above
// the first node and below the last. A node that is taken out keeps its own links. So two
// stores put it back between the neighbours that it names (Hitotumatu and Noshita, 1979).
//
// To cover a is to take a out of the list of items, and the other nodes of the options
// of a out of their lists, option by option downwards: d2 and g2, then d4 and f4. Their
// lists then are d: 6, f: 3, g: 5 6; those of b, c and e are as before. Four nodes were
// unlinked: that is four updates. The list of a itself stays; by it uncover finds the options
// again.
//
// To uncover a goes upwards, the last option first: f4 and d4, then g2 and d2. (Nodes of one
// option are in different lists; their order is free.) Node d4 was taken out when d2 was gone,
// so it names the header of d and d6, and goes between them. Then d2, which names the header
// and d4, goes between these. To undo the last step first is right whatever the steps were:
// each node finds the list as it left it. Putting back downwards happens to work, too: d2 makes
// itself the upper neighbour of d4, which is still out, and d4 finds it. Other orders lose
// nodes. Take d2, d4 and d6 out, in this order, and put back d2, then d6, then d4: d6 names only
// the header and becomes its lower neighbour instead of d2; d4 links d2 and d6 and does not
// touch the header. From the header downwards only d6 is left.
//
// Items are uncovered last one first, too. After a, cover d: its list has only option 6, so
// e6 and g6 go. If a is uncovered first, d2 and d4 are back in the list of d when d is
// uncovered. So the other nodes of the options 4 and 2 are put back, too: a4, f4, a2 and g2,
// which are all in their lists. The links stay right, but the sizes of a, f and g count them
// again. Package dlxstruct tells what that costs.
//
// Algorithm X, with the names of search:
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
// In the example, a has the options 2 and 4. Option 2 covers d and g. Then b has only option
// 3 and e only option 1, which both have c: the search comes back and tries option 4. Options
// 4, 5 and 1 cover everything.
//
// # This program
//
// The item order, the option order and the choice rule are those of a public solution to
// POJ 3074 and POJ 3076, so that the search tree is the same node by node:
//
//   - items in the order cells, rows, columns, boxes (package cover);
//   - the next item is the first one with the fewest options;
//   - the options of an item are tried in descending order of their numbers in package
//     cover, unlike those of the example, because the public solution puts each new node directly below the header of
//     its item.
//
// Nodes are numbers. Number 0 is the root of the list of remaining items, 1 to n are the
// headers of the n items, and the four nodes of an option are adjacent, from a multiple of
// four on, so that the others of node i are i^1, i^2 and i^3. At size 4 there are 64 items:
// cells 1 to 16, rows 17 to 32, columns 33 to 48, boxes 49 to 64. The options begin at 68,
// the next multiple of four; 65 to 67 are not used. At the end the list of item 1, and below
// each of its nodes the links of that node:
//
//	option                 cell 0 is 1   cell 0 is 2   cell 0 is 3   cell 0 is 4
//	nodes                  68 69 70 71   72 73 74 75   76 77 78 79   80 81 82 83
//	item                    1 17 33 49    1 18 34 50    1 19 35 51    1 20 36 52
//
//	the list of item 1     header 1    80    76    72    68
//	down                         80    76    72    68     1
//	up                           68     1    80    76    72
//
// Headers have left and right links in addition, and a key. Its upper bits are the size of
// the item, which is the number of options in its list; its lower 16 bits are its number. So
// the smallest key is that of the first item with the fewest options. README.md tells what
// was measured.
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
	// maxNodes is the number of values of a 16-bit index; the largest grid, of
	// size 25, needs 65,004 with headers and root. A table of this length needs no check of bounds.
	// Memory that a grid does not need is never touched.
	maxNodes = 1 << 16

	// maxHeaders is the root and the 2,500 items of the largest grid, rounded up to
	// a power of two: an index modulo maxHeaders needs no check either.
	maxHeaders = 1 << 12

	root      = 0       // head of the list of remaining items
	oneOption = 1 << 16 // one option, in a key
)

// node is the place of one item of one option in the list of that item.
type node struct {
	up, down uint16
}

// Solver holds the tables. The package comment describes their layout.
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

// load sets the links to those of puzzle.
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
