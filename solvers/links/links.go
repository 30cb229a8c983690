// Package links solves exact cover problems of any shape by Knuth's Algorithm X with Dancing Links
// (arXiv cs/0011047; TAOCP volume 4B, Algorithm 7.2.2.1X).
//
//  1. load links the options of a matrix. Options without a primary item are left out.
//  2. search chooses the primary item with the fewest options (if several have as few, the first one),
//     covers it, and tries its options in the order of the matrix.
//  3. To try an option, the search covers the other items of the option. (If the option gives an item a
//     colour, it purifies the item instead, see Colours.) To go back, it uncovers them, the last one first.
//
// To cover an item means to unlink it from the list of items, and to unlink its options from the
// lists of their other items. Nothing is copied: an unlinked node still knows its former
// neighbours, so uncover can put it back.
//
// The layout, by an example: a matrix with three primary items a, b, c, one secondary item d, and
// the options {a, c}, {b, d}, {a, d}. The nodes here are list nodes, not search calls, and they are
// numbers: 0 is the root, and 1 to 4 are the headers of the items. The nodes of an option are
// adjacent, and spacers separate the options:
//
//	             root  a   b   c   d
//	header        0    1   2   3   4          spacer 5
//	left, right   0 <> 1 <> 2 <> 3 <> 0       the list of remaining primary items
//	                   4 <> 4                 a secondary item is alone in a list
//	                   |   |   |   |
//	option 0           6   .   7   .          spacer 8
//	option 1           .   9   .  10          spacer 11
//	option 2          12   .   .  13          spacer 14
//
// A vertical bar stands for the circular list of an item, linked by up and down.
//
// Because of the spacers, a walk can go round the nodes of an option without knowing where the
// option begins. The fields of a spacer are used as follows:
//
//   - up holds the first node of the previous option. A walk to the right that reaches the spacer
//     goes on there.
//   - down holds the last node of the next option. A walk to the left goes on there.
//   - item holds minus the number of the previous option, counted from 1 and taken modulo 2^32.
//     This value is greater than every header, which is how a walk recognizes a spacer.
//
// For example, spacer 8 lies between options 0 and 1. Its up is 6, its down is 10 and its item is
// -1 modulo 2^32. The first spacer does not have a previous option, so its up is never read, and
// its item is simply greater than every header.
//
// # Colours
//
// A secondary item may be in at most one chosen option. There is one exception: several chosen options may contain it if
// all of them give it the same colour. So when the search chooses an option that gives an item a colour, it does not
// cover the item, but purifies it: until the search goes back, the item is committed to this colour. purify (in
// purify.go) goes through the list of the item:
//
//   - If an option gives the item another colour or none, purify hides it as cover does: it unlinks the other nodes of
//     the option from their lists.
//   - If an option gives the item the same colour, the option remains, and may be chosen or hidden later. But when it is
//     chosen, the item must not be purified again, because this would hide the first kind of options twice. Therefore
//     purify settles the node that the option has in the list: it disguises the node as a spacer, so that coverOthers
//     passes it by.
//
// For example, suppose that options 1 and 2 give d the same colour, and that option 1 is chosen for b. Node 10 is not
// in the list of d any more, because covering b has unlinked it. purify settles node 13 by changing two of its fields:
//
//   - item becomes 5. (This is the number after the last header. It is not meant as the number of spacer 5.) The field
//     item of headers and spacers never has this value, so a settled node can be told from both. Before, it was 4, the
//     header of the list.
//   - up becomes 14, the number of the next node, which happens to be a spacer here. Before, it was the number of the
//     node above in the list.
//
// When cover goes round an option, it takes a settled node for a spacer, and goes on at the node in its field up, which
// is simply the next one. In this way, cover need not know colours. (DLX2 sets the colour of the node to -1 instead, and
// every walk looks at the colour of every node.) Two functions need to tell settled nodes from spacers, and look at the
// value of item: uncoverOthers, which walks to the left, and found, which looks for the spacer at the end of an option.
//
// To go back, the search calls unpurify for each item that it has purified, and uncover for each item that it has
// covered, the last one first. unpurify walks down the list of the item, and so it knows what both fields of a settled
// node were: the header of the list, and the node before on this walk.
//
// # Counters
//
// Counts.Nodes is the number of search calls: one for each cover found, and one for each item chosen. Updates is the
// number of list nodes unlinked from vertical lists. On a grid, both counters equal the counters of package dlx.
//
// Knuth's programs DLX1 and, with colours, DLX2 count the same nodes. But they count one more update for each covered
// item, because they also count the unlinking of its header. They do not count one for a purified item. Settling a node is not an update; DLX2 counts it as a "cleansing".
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
	Colors:      true,
	ByReduction: true,
}

const root = 0 // head of the list of remaining primary items

// node is one item of one option, which makes it an element of the list of that item; or it is the
// header of such a list, or a spacer between two options.
type node struct {
	up, down uint32
	item     uint32 // the header of the list; in a spacer or a settled node, greater than any header
	color    uint32 // the colour that the option gives the item; 0 if none
}

// header is what is stored about an item in addition to its vertical list.
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
	covered uint64   // how many items were covered so far; DLX1 counts that many more updates
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

// nodesOf returns the number of nodes for matrix: the root, the headers, the nodes of options, and
// the spacers.
func nodesOf(matrix *solvers.Matrix) int {
	return matrix.Items() + 2 + len(matrix.Members) + matrix.Options()
}

// bytes returns the memory of the tables for matrix, and the memory of the first cover.
func bytes(matrix *solvers.Matrix) uint64 {
	perPrimary := 3 * unsafe.Sizeof(uint32(0)) // chosen, options, the first cover
	return uint64(nodesOf(matrix))*uint64(unsafe.Sizeof(node{})) +
		uint64(matrix.Items()+1)*uint64(unsafe.Sizeof(header{})) + uint64(matrix.Primary)*uint64(perPrimary)
}

// load links the options of matrix that have a primary item.
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
	for o := range matrix.Ends {
		if matrix.Active(o) {
			s.append(matrix, o)
		}
	}
}

// append adds option o at the bottom of the lists of its items.
func (s *Solver) append(matrix *solvers.Matrix, o int) {
	before := len(s.nodes) - 1 // the spacer before the option
	first := uint32(before + 1)
	for n, item := range matrix.Option(o) {
		h, i := uint32(item)+1, uint32(len(s.nodes))
		last := s.nodes[h].up
		s.nodes = append(s.nodes, node{up: last, down: h, item: h, color: uint32(matrix.ColorOf(o, n))})
		s.nodes[last].down, s.nodes[h].up = i, i
		s.headers[h].size++
	}
	s.nodes[before].down = uint32(len(s.nodes) - 1)
	s.nodes = append(s.nodes, node{up: first, item: -(uint32(o) + 1)})
}

// Covered returns the number of items that the last search covered. Knuth's DLX1 counts one more
// update for each of them.
func (s *Solver) Covered() uint64 { return s.covered }
