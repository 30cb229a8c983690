// Package sparse keeps the state of an exact cover search in sparse sets (those of Briggs
// and Torczon, 1993), as Knuth's "dancing cells" do (TAOCP volume 4, fascicle 7).
// Packages cells and zdd search with it.
//
//  1. Load writes the sets of a matrix; an option without a primary item is left out.
//  2. Choose names the item to cover next. First takes it out as the item of a level, hides
//     its options from their other items, saves the sizes of the sets, and tries the first
//     option. Next tries the next one.
//  3. To try an option is to take its other items out and to hide their options likewise.
//     That fails at once if it would leave a primary item without options, and it notes
//     the items that it leaves with one.
//  4. To go back is to write back the number of items left and the sizes that First saved.
//     What lies behind the end of a set is still there. Each item has its saved size with it. First
//     saves only those that differ from the level before, and keeps the former ones on a trail,
//     which Next takes back: a set never has more sizes on it than options.
//
// A sparse set is an array with a size: the members are in front, in any order. To take a
// member out, swap it with the last one and lessen the size; to put all back that were
// taken out since, set the size to what it was.
//
// Layout, for the matrix of three primary items a, b, c, one secondary item d, and the
// options {a, c}, {b, d}, {a, d}, after First has taken c out, and hidden option {a, c} from
// the set of a, where nodes 1 and 7 have been swapped. The set of c itself stays as it was:
//
//	cells     a: 7|1   b: 4   c: 2   d: 5 8       the nodes of the options left | hidden
//	nodes      0: -  1: a  2: c  3: -  4: b  5: d  6: -  7: a  8: d  9: -
//	active    [a b d|c]                            the items left to cover | covered
//
// The nodes of an option are adjacent, and spacers separate the options. A node knows its
// item and its place in the set of that item; an item knows its place in active, which is
// a sparse set, too. In a spacer, place is the number of the option after it (links has that
// of the option before it), and item is minus the number of nodes of the option before it,
// modulo 2^32, which is greater than any item. Spacer j plus its item is the first of those
// nodes. So a walk to the right adds item - 1 to j at a spacer, and then 1 as at any node.
package sparse

import (
	"math"
	"slices"
	"unsafe"

	"gridjudge/solvers"
)

// node is one item of one option, or a spacer.
type node struct {
	item uint32 // in a spacer, greater than any item
	loc  uint32 // where cells has the node
}

// set is the set of the options left of one item: the cells from first on.
type set struct {
	first, size uint32
	pos         uint32 // where active has the item
	saved       uint32 // size, when First last saved it
}

// level is what search knows of one chosen item.
type level struct {
	chosen uint32 // the node of the option tried
	left   uint32 // the number of items left to cover
	trail  int    // the length of the trail
}

// savedSize is what the set of an item had in saved before.
type savedSize struct{ item, size uint32 }

// Sets holds the tables. The package comment describes their layout.
type Sets struct {
	// Updates counts the items taken out of the set of items, and the options taken out
	// of the sets of items.
	Updates uint64

	nodes   []node
	cells   []uint32 // the sets of all items, one after another; as long as nodes
	sets    []set    // by item
	active  []uint32 // the items; those left to cover are in front
	left    uint32   // the number of items left to cover, primary and secondary
	primary uint32   // items below are primary
	forced  []uint32 // a stack of primary items that have one option left, unless they are covered

	levels  []level
	trail   []savedSize
	options []int32 // the memory of Cover
}

// Bytes returns the memory that Load allocates for matrix, with that of the first cover.
func Bytes(matrix *solvers.Matrix) uint64 {
	nodes := uint64(len(matrix.Members) + matrix.Options() + 1)
	perNode := unsafe.Sizeof(node{}) + unsafe.Sizeof(uint32(0))       // nodes, cells
	perItem := unsafe.Sizeof(set{}) + unsafe.Sizeof(uint32(0))        // sets, active
	perPrimary := unsafe.Sizeof(level{}) + 3*unsafe.Sizeof(uint32(0)) // levels, forced, options, the first cover
	return nodes*uint64(perNode) + uint64(len(matrix.Members)+1)*uint64(unsafe.Sizeof(savedSize{})) +
		uint64(matrix.Items())*uint64(perItem) + uint64(matrix.Primary)*uint64(perPrimary)
}

// Load sets the sets to those of matrix. It reports whether every primary item has an
// option: only then may Choose be called.
func (s *Sets) Load(matrix *solvers.Matrix) bool {
	items := matrix.Items()
	s.primary, s.left = uint32(matrix.Primary), uint32(items)
	s.active = slices.Grow(s.active[:0], items)[:items]
	s.sets = slices.Grow(s.sets[:0], items)[:items]
	s.levels = slices.Grow(s.levels[:0], matrix.Primary)[:matrix.Primary]
	s.forced, s.options = slices.Grow(s.forced[:0], matrix.Primary), slices.Grow(s.options[:0], matrix.Primary)
	s.Updates = 0
	s.trail = slices.Grow(s.trail[:0], len(matrix.Members)+1) // a size falls once for each option at most; First writes one beyond
	for i := range s.sets {
		s.active[i], s.sets[i] = uint32(i), set{pos: uint32(i)}
	}
	s.nodes = append(slices.Grow(s.nodes[:0], len(matrix.Members)+matrix.Options()+1), node{item: math.MaxUint32})
	for o, option := range matrix.All() {
		if !matrix.Active(o) {
			continue
		}
		s.nodes[len(s.nodes)-1].loc = uint32(o)
		for _, item := range option {
			s.nodes = append(s.nodes, node{uint32(item), s.sets[item].size})
			s.sets[item].size++
		}
		s.nodes = append(s.nodes, node{item: -uint32(len(option))})
	}
	first := uint32(0)
	feasible := true
	for i := range s.sets {
		feasible = feasible && (i >= matrix.Primary || s.sets[i].size > 0)
		s.sets[i].first, s.sets[i].saved = first, s.sets[i].size
		first += s.sets[i].size
	}
	s.cells = slices.Grow(s.cells[:0], len(s.nodes))[:len(s.nodes)]
	for i := range s.nodes {
		if n := &s.nodes[i]; uint(n.item) < uint(items) {
			n.loc += s.sets[n.item].first
			s.cells[n.loc] = uint32(i)
		}
	}
	return feasible
}
