// Package links solves exact cover problems of any shape by Knuth's Algorithm X and
// Dancing Links (arXiv cs/0011047; TAOCP volume 4B, Algorithm 7.2.2.1X).
//
//  1. load links the options of a matrix; an option without a primary item is left out.
//  2. search chooses the first primary item with the fewest options, covers it, and tries
//     its options in the order of the matrix.
//  3. To try an option is to cover its other items. To go back is to uncover them, last
//     one first.
//
// To cover an item is to take it out of the list of items, and its options out of the
// lists of their other items. Nothing is copied: what was taken out still knows its
// former neighbours, and uncover puts it back.
//
// Layout, for the matrix of three primary items a, b, c, one secondary item d, and the
// options {a, c}, {b, d}, {a, d}. Nodes here are those of the lists, and are numbers: 0 is
// the root, 1 to 4 are the headers of the items. The nodes of an option are adjacent, and
// spacers separate the options:
//
//	             root  a   b   c   d
//	header        0    1   2   3   4          spacer 5
//	left, right   0 <> 1 <> 2 <> 3 <> 0       the list of primary items left to cover
//	                   4 <> 4                 a secondary item is alone in a list
//	                   |   |   |   |
//	option 0           6   .   7   .          spacer 8
//	option 1           .   9   .  10          spacer 11
//	option 2          12   .   .  13          spacer 14
//
// A vertical bar is a circular list by up and down. A walk round an option comes to a spacer,
// and goes on at the other end of the option: up of a spacer is the first node of the option
// before it, and down is the last node of the option after it. Its item is minus the number
// of the option before it, counted from 1, modulo 2^32. That is greater than any header,
// which tells a spacer from a node. The first spacer has no option before it: its up is not
// read, and of its item only that it is greater.
//
// # Counters
//
// Counts.Nodes is the number of search calls: one for each cover found, one for each item
// chosen. Updates counts the list nodes unlinked from vertical lists. On a grid both are
// those of package dlx. Knuth's program DLX1 counts the same nodes; its updates are one
// more for each item covered, because it counts the unlinking of the header, too.
package links

import (
	"math"
	"slices"
	"unsafe"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:        "links",
	Doc:         "Dancing Links for any exact cover problem",
	Sizes:       solvers.Sizes(),
	New:         cover.OnGrids(New),
	NewCover:    New,
	ByReduction: true,
}

const root = 0 // head of the list of primary items left to cover

// node is the place of one item of one option in the list of that item, or the header of
// such a list, or a spacer.
type node struct {
	up, down uint32
	item     uint32 // the header of the list; in a spacer, greater than any header
	_        uint32 // so that a node is in one cache line
}

// header is what is known of an item in addition to its vertical list.
type header struct {
	left, right uint32
	size        uint32 // the number of options in the vertical list
}

// Solver holds the tables. The package comment describes their layout.
type Solver struct {
	nodes   []node
	headers []header
	primary uint32   // the headers of primary items are 1 to primary
	chosen  []uint32 // the node tried at each depth
	covered uint64   // the number of items covered so far: what DLX1 adds to the updates
	options []int32  // the numbers of the options of the first cover
}

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	if !limits.Fit(bytes(matrix), &result.Counts) {
		return
	}
	s.load(matrix)
	s.search(&limits, result)
}

// nodesOf returns the number of nodes for matrix: the root, the headers, the options and the spacers.
func nodesOf(matrix *solvers.Matrix) int {
	return matrix.Items() + 2 + len(matrix.Members) + matrix.Options()
}

// bytes returns the memory of the tables for matrix and of its first cover.
func bytes(matrix *solvers.Matrix) uint64 {
	perPrimary := 3 * unsafe.Sizeof(uint32(0)) // chosen, options, the first cover
	return uint64(nodesOf(matrix))*uint64(unsafe.Sizeof(node{})) +
		uint64(matrix.Items()+1)*uint64(unsafe.Sizeof(header{})) + uint64(matrix.Primary)*uint64(perPrimary)
}

// load sets the links to those of matrix.
func (s *Solver) load(matrix *solvers.Matrix) {
	s.primary, s.covered = uint32(matrix.Primary), 0
	items := uint32(matrix.Items())
	s.headers = slices.Grow(s.headers[:0], int(items)+1)[:items+1]
	s.nodes = slices.Grow(s.nodes[:0], nodesOf(matrix))[:items+1]
	s.options = slices.Grow(s.options[:0], matrix.Primary)
	s.chosen = slices.Grow(s.chosen[:0], matrix.Primary)[:matrix.Primary]
	for h := range items + 1 {
		s.nodes[h] = node{up: h, down: h, item: h}
		s.headers[h] = header{left: h - 1, right: h + 1}
		if h > s.primary {
			s.headers[h] = header{left: h, right: h}
		}
	}
	s.headers[root].left = s.primary
	s.headers[s.primary].right = root
	s.nodes = append(s.nodes, node{item: math.MaxUint32})
	for o, option := range matrix.All() {
		if matrix.Active(o) {
			s.append(int32(o), option)
		}
	}
}

// append adds option o at the bottom of the lists of its items.
func (s *Solver) append(o int32, option []int32) {
	before := len(s.nodes) - 1 // the spacer
	first := uint32(before + 1)
	for _, item := range option {
		h, i := uint32(item)+1, uint32(len(s.nodes))
		last := s.nodes[h].up
		s.nodes = append(s.nodes, node{up: last, down: h, item: h})
		s.nodes[last].down, s.nodes[h].up = i, i
		s.headers[h].size++
	}
	s.nodes[before].down = uint32(len(s.nodes) - 1)
	s.nodes = append(s.nodes, node{up: first, item: -(uint32(o) + 1)})
}

// Covered returns the number of items that the last search covered: Knuth's DLX1 counts
// that many updates more.
func (s *Solver) Covered() uint64 { return s.covered }
