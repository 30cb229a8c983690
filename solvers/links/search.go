package links

import (
	"math"

	"gridjudge/solvers"
)

// cover unlinks item c from the list of items, and its options from the lists of their other items.
// It returns the number of nodes that it unlinked.
func (s *Solver) cover(c uint32) (updates uint64) {
	nodes, headers := s.nodes, s.headers
	h := headers[c]
	headers[h.left].right, headers[h.right].left = h.right, h.left
	for i := nodes[c].down; i != c; i = nodes[i].down {
		for j := i + 1; j != i; {
			n := &nodes[j]
			up, down, item := n.up, n.down, n.item
			if uint(item) >= uint(len(headers)) {
				j = up
				continue
			}
			nodes[up].down, nodes[down].up = down, up
			headers[item].size--
			updates++
			j++
		}
	}
	s.covered++
	return updates
}

// uncover undoes cover(c). Whatever was covered or purified after c must have been undone before.
//
// It visits the options in the same order as cover. Knuth's programs visit them in reverse order, which is obviously
// right: each step is undone while the links are exactly as that step left them.
//
// The order of cover is right, too. The nodes of every list are in the order of the matrix, so cover, which walks down
// the list of c, unlinks the nodes of every other list from top to bottom. For example, suppose that a list contains the
// nodes w, x, y and z, and that cover unlinks first x and then y. This is what a walk through the list meets:
//
//	                    downwards   upwards
//	before cover        w x y z     z y x w
//	cover unlinks x     w y z       z y w
//	cover unlinks y     w z         z w
//	uncover links x     w x y z     z w       also makes x the upper neighbour of y again
//	uncover links y     w x y z     z y x w
//
// When uncover links y, both neighbours of y are right again, so the list is whole. Other orders can lose nodes;
// package dlx gives an example.
func (s *Solver) uncover(c uint32) {
	nodes, headers := s.nodes, s.headers
	for i := nodes[c].down; i != c; i = nodes[i].down {
		for j := i + 1; j != i; {
			n := &nodes[j]
			up, down, item := n.up, n.down, n.item
			if uint(item) >= uint(len(headers)) {
				j = up
				continue
			}
			nodes[up].down, nodes[down].up = j, j
			headers[item].size++
			j++
		}
	}
	h := headers[c]
	headers[h.left].right, headers[h.right].left = c, c
}

// choose returns the remaining primary item with the fewest options; if several have as few, the
// first one. At least one item must remain.
//
// choose has to look at every item in the list. In a linked list, each step has to wait for the
// step before. Therefore choose walks the list from both ends at the same time: the two walks do
// not wait for each other, so together they take about half as long as a single walk through the
// whole list. The numbers of the items ascend along the list, so the walks have met as soon as i
// is no longer less than j.
//
// Items are compared by keys. The upper half of a key is the size of the item, and the lower half
// is its number. Therefore the smallest key belongs to the first of the items with the fewest
// options, which is the item to choose.
func (s *Solver) choose() uint32 {
	headers := s.headers
	a, b := uint64(math.MaxUint64), uint64(math.MaxUint64)
	i, j := headers[root].right, headers[root].left
	for i < j {
		first, last := headers[i], headers[j]
		a = min(a, uint64(first.size)<<32|uint64(i))
		b = min(b, uint64(last.size)<<32|uint64(j))
		i, j = first.right, last.left
	}
	if i == j {
		a = min(a, uint64(headers[i].size)<<32|uint64(i))
	}
	return uint32(min(a, b))
}

// search walks the tree depth first. One iteration of the outer loop is one search call.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Cover) {
	depth, wanted := 0, limits.Wanted()
	for limits.Enter(&result.Counts) {
		// i is the node to try next. It is the header of the list once all options of an item have
		// been tried, and the root after a solution.
		i := uint32(root)
		if s.headers[root].right != root {
			c := s.choose()
			result.Updates += s.cover(c)
			i = s.nodes[c].down
		} else {
			s.found(depth, result)
			if result.Solutions == wanted {
				return
			}
		}
		// Back up to a level that still has an option to try.
		for int(i) < len(s.headers) {
			if i != root {
				s.uncover(i)
			}
			if depth == 0 {
				return
			}
			depth--
			i = s.chosen[depth]
			s.uncoverOthers(i)
			i = s.nodes[i].down
		}
		s.chosen[depth] = i
		depth++
		result.Updates += s.coverOthers(i)
	}
}

// coverOthers covers the other items of the option of node i, from left to right, or purifies them.
// It passes settled nodes by, because their items are purified already.
func (s *Solver) coverOthers(i uint32) (updates uint64) {
	for j := i + 1; j != i; {
		n := s.nodes[j]
		switch {
		case uint(n.item) >= uint(len(s.headers)):
			j = n.up
			continue
		case n.color == 0:
			updates += s.cover(n.item)
		default:
			updates += s.purify(j)
		}
		j++
	}
	return updates
}

// uncoverOthers undoes coverOthers(i), so it goes from right to left.
func (s *Solver) uncoverOthers(i uint32) {
	for j := i - 1; j != i; {
		n := s.nodes[j]
		switch {
		case uint(n.item) > uint(len(s.headers)):
			j = n.down
			continue
		case n.color == 0:
			s.uncover(n.item)
		case uint(n.item) < uint(len(s.headers)): // otherwise the node is settled: the item was purified before
			s.unpurify(j)
		}
		j--
	}
}

// found counts a cover, which consists of the options chosen above depth.
func (s *Solver) found(depth int, result *solvers.Cover) {
	s.options = s.options[:0]
	if result.Solutions == 0 {
		for _, i := range s.chosen[:depth] {
			for uint(s.nodes[i].item) <= uint(len(s.headers)) { // a settled node is not a spacer
				i++
			}
			s.options = append(s.options, int32(-s.nodes[i].item)-1)
		}
	}
	result.Found(s.options)
}
