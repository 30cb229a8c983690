package links

import (
	"math"

	"gridjudge/solvers"
)

// cover takes item c out of the list of items, and its options out of the lists of
// their other items. It returns the number of nodes unlinked.
func (s *Solver) cover(c int32) (updates uint64) {
	nodes, headers := s.nodes, s.headers
	h := headers[c]
	headers[h.left].right, headers[h.right].left = h.right, h.left
	for i := nodes[c].down; i != c; i = nodes[i].down {
		for j := i + 1; j != i; {
			n := nodes[j]
			if n.item <= 0 {
				j = n.up
				continue
			}
			nodes[n.up].down, nodes[n.down].up = n.down, n.up
			headers[n.item].size--
			updates++
			j++
		}
	}
	s.covered++
	return updates
}

// uncover undoes cover(c). The order of the options does not matter, that of the items
// covered does: what the last cover unlinked must be put back first.
func (s *Solver) uncover(c int32) {
	nodes, headers := s.nodes, s.headers
	for i := nodes[c].down; i != c; i = nodes[i].down {
		for j := i + 1; j != i; {
			n := nodes[j]
			if n.item <= 0 {
				j = n.up
				continue
			}
			nodes[n.up].down, nodes[n.down].up = j, j
			headers[n.item].size++
			j++
		}
	}
	h := headers[c]
	headers[h.left].right, headers[h.right].left = c, c
}

// choose returns the first of the primary items with the fewest options. There is one. It
// walks the list from both ends, because each step has to wait for the one before; the
// numbers of the items ascend. A key is the size of an item above its number.
func (s *Solver) choose() int32 {
	headers := s.headers
	a, b := int64(math.MaxInt64), int64(math.MaxInt64)
	i, j := headers[root].right, headers[root].left
	for i < j {
		first, last := headers[i], headers[j]
		a = min(a, int64(first.size)<<32|int64(i))
		b = min(b, int64(last.size)<<32|int64(j))
		i, j = first.right, last.left
	}
	if i == j {
		a = min(a, int64(headers[i].size)<<32|int64(i))
	}
	return int32(min(a, b))
}

// search walks the tree depth first. One turn of the outer loop is one node.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Cover) {
	depth, wanted := 0, limits.Wanted()
	for limits.Enter(&result.Counts) {
		i := int32(root) // the node to try next; a header once all have been tried
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
		// Back up to a node that still has an option to try.
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

// coverOthers covers the other items of the option of node i, from left to right.
func (s *Solver) coverOthers(i int32) (updates uint64) {
	for j := i + 1; j != i; {
		n := s.nodes[j]
		if n.item <= 0 {
			j = n.up
			continue
		}
		updates += s.cover(n.item)
		j++
	}
	return updates
}

// uncoverOthers undoes coverOthers(i), from right to left.
func (s *Solver) uncoverOthers(i int32) {
	for j := i - 1; j != i; {
		n := s.nodes[j]
		if n.item <= 0 {
			j = n.down
			continue
		}
		s.uncover(n.item)
		j--
	}
}

// found counts the chosen options as a cover.
func (s *Solver) found(depth int, result *solvers.Cover) {
	s.options = s.options[:0]
	if result.Solutions == 0 {
		for _, i := range s.chosen[:depth] {
			for s.nodes[i].item > 0 {
				i++
			}
			s.options = append(s.options, -s.nodes[i].item-1)
		}
	}
	result.Found(s.options)
}
