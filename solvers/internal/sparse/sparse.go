// Package sparse keeps the state of an exact cover search in sparse sets, as Knuth's "dancing
// cells" do (TAOCP volume 4, fascicle 7). Packages cells and zdd search with it.
//
// A sparse set (Briggs and Torczon, 1993) is an array with a size. Its members are the first
// elements of the array, in any order. To remove a member, swap it with the last member and
// decrease the size by one. The removed ones stay behind the end, so all that were removed since
// some point can be put back at once, by setting the size to what it was at that point. For this, a
// level of the search only has to save the sizes.
//
//  1. Load fills the sets from a matrix: the set of an item contains the options with this item. Options without a
//     primary item are left out.
//  2. Choose names the item to cover next, and TryFirst begins a level of the search for this item. TryFirst first
//     removes the item. Then it hides each option of the item, by removing the option from the sets of its other items.
//     Finally it saves the sizes of the sets, and tries the first option of the item.
//  3. To try an option, the search removes the other items of the option, and hides the options of these items, too. If
//     a primary item would be left without options, trying the option fails at once.
//  4. To go back to a level, TryNext restores the number of remaining items, and the sizes that TryFirst saved. Then it
//     tries the next option of the level.
//
// If hiding leaves a primary item with a single option, the search has no choice there. Then the search notes the item,
// so that it can take this item next without looking for it.
//
// A set stores its saved size beside its current one. TryFirst saves only the sizes that have
// changed since the level before. It moves the values that it overwrites to a trail, from which
// TryNext restores them. So a set can have at most as many values on the trail as it has options,
// however many levels there are.
//
// The layout, by an example: a matrix with three primary items a, b, c, one secondary item d, and
// the options {a, c}, {b, d}, {a, d}. TryFirst has removed c and has hidden option {a, c} from the
// set of a, where nodes 1 and 7 were swapped for this. The set of c itself stays as it was:
//
//	cells     a: 7|1   b: 4   c: 2   d: 5 8       the nodes of the remaining options | hidden ones
//	nodes      0: -  1: a  2: c  3: -  4: b  5: d  6: -  7: a  8: d  9: -
//	active    [a b d|c]                            the remaining items | removed ones
//
// The nodes of an option are adjacent, and spacers (shown as -) separate the options. A node stores
// its item, and its location in cells. An item stores its position in active, which is a sparse set
// as well.
//
// Spacers let a walk go round an option without knowing where it begins. A spacer stores the number
// of the next option in loc, and minus the number of nodes of the previous option in item. (Package
// links stores the number of the previous option.) The latter is modulo 2^32 and therefore greater
// than every item, which is how a spacer is recognized. Adding the item of spacer j to j gives the
// first node of the previous option. So a walk to the right that meets a spacer adds item - 1 to j,
// and then 1 as it does at any node.
//
// # Colours
//
// Trying an option removes each of its remaining items, also an item to which it gives a colour. (In Knuth's words,
// such an item is purified.) Of the options of a coloured item, it hides only those that disagree, because they give
// the item another colour or none. The options that agree stay in the sets of their other items, although they contain
// a removed item. When one of them is tried later, it leaves this item alone. When one of them is hidden later, it
// stays in the set of this item, because the search does not need this set again before the item is back. Only Key
// looks into the set meanwhile, and it recognizes the options that are hidden.
package sparse

import (
	"math"
	"slices"
	"unsafe"

	"gridjudge/solvers"
)

// node is one item of one option, or a spacer between two options.
type node struct {
	item uint32 // in a spacer, greater than any item
	loc  uint32 // where cells has the node
}

// set is the sparse set of the remaining options of one item: the cells from first on.
type set struct {
	first, size uint32
	pos         uint32 // where active has the item
	saved       uint32 // the size when TryFirst last saved it
}

// level is what the search stores about one chosen item.
type level struct {
	chosen uint32 // the node of the option tried
	left   uint32 // the number of items left to cover
	trail  int    // the length of the trail
}

// savedSize is an entry of the trail: the value that saved had in the set of an item before.
type savedSize struct{ item, size uint32 }

// Sets is the state of a search. The package comment describes the layout of the tables.
type Sets struct {
	// Updates counts the items removed from the set of items, and the options removed from the sets
	// of items.
	Updates uint64

	nodes   []node
	colors  []int32  // by node: the colour that the option gives the item, or 0; empty if the matrix has no colours
	given   []int32  // by item: the colour with which it was removed, or 0; only valid if the item is removed
	cells   []uint32 // the sets of all items, one after another; as long as nodes
	sets    []set    // by item
	active  []uint32 // the items; those left to cover are in front
	left    uint32   // the number of items left to cover, primary and secondary
	primary uint32   // items below are primary
	forced  []uint32 // a stack of primary items with a single option left; some may be covered by now

	levels  []level
	trail   []savedSize
	options []int32 // the memory of Cover
}

// Bytes returns the memory that Load allocates for matrix, and the memory of the first cover.
func Bytes(matrix *solvers.Matrix) uint64 {
	nodes := uint64(len(matrix.Members) + matrix.Options() + 1)
	perNode := unsafe.Sizeof(node{}) + unsafe.Sizeof(uint32(0))       // nodes, cells
	perItem := unsafe.Sizeof(set{}) + unsafe.Sizeof(uint32(0))        // sets, active
	perPrimary := unsafe.Sizeof(level{}) + 3*unsafe.Sizeof(uint32(0)) // levels, forced, options, the first cover
	if matrix.Colored() {
		perNode += unsafe.Sizeof(uint32(0)) // colors
		perItem += unsafe.Sizeof(uint32(0)) // given
	}
	return nodes*uint64(perNode) + uint64(len(matrix.Members)+1)*uint64(unsafe.Sizeof(savedSize{})) +
		uint64(matrix.Items())*uint64(perItem) + uint64(matrix.Primary)*uint64(perPrimary)
}

// Load fills the sets from matrix. It reports whether every primary item has an option; if not,
// Choose must not be called.
func (s *Sets) Load(matrix *solvers.Matrix) bool {
	items := matrix.Items()
	s.primary, s.left = uint32(matrix.Primary), uint32(items)
	s.active = slices.Grow(s.active[:0], items)[:items]
	s.sets = slices.Grow(s.sets[:0], items)[:items]
	s.levels = slices.Grow(s.levels[:0], matrix.Primary)[:matrix.Primary]
	s.forced, s.options = slices.Grow(s.forced[:0], matrix.Primary), slices.Grow(s.options[:0], matrix.Primary)
	s.Updates = 0
	s.trail = slices.Grow(s.trail[:0], len(matrix.Members)+1) // a size can fall once per option; TryFirst writes one entry beyond the last
	for i := range s.sets {
		s.active[i], s.sets[i] = uint32(i), set{pos: uint32(i)}
	}
	nodes := len(matrix.Members) + matrix.Options() + 1
	s.nodes, s.colors = append(slices.Grow(s.nodes[:0], nodes), node{item: math.MaxUint32}), s.colors[:0]
	if matrix.Colored() {
		s.colors = append(slices.Grow(s.colors, nodes), 0)
		s.given = slices.Grow(s.given[:0], items)[:items]
	}
	for o, option := range matrix.All() {
		if !matrix.Active(o) {
			continue
		}
		s.nodes[len(s.nodes)-1].loc = uint32(o)
		if matrix.Colored() {
			s.colors = append(append(s.colors, matrix.ColorsOf(o)...), 0) // and the spacer's
		}
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
