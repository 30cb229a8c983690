package dlxstruct

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// unlink takes node i out of the list of its item. The node keeps its own links.
func (s *Solver) unlink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = n.up, n.down
	s.key[n.item%maxHeaders] -= oneOption
}

// relink undoes unlink. If it is called twice, the second call does not change the links, but it
// counts the node a second time.
func (s *Solver) relink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = i, i
	s.key[n.item%maxHeaders] += oneOption
}

// cover unlinks item c from the list of items, and its options from the lists of their other items.
// It returns the number of nodes that it unlinked. It counts them one by one, because the size of c
// may be wrong.
func (s *Solver) cover(c uint16) (unlinked uint64) {
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = l, r
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.unlink(i ^ 1)
		s.unlink(i ^ 2)
		s.unlink(i ^ 3)
		unlinked += cover.PerOption - 1
	}
	return unlinked
}

// uncover undoes cover(c), provided that all items covered after c have been uncovered. It walks
// down the list, as cover does, because within one item the order does not make a difference.
func (s *Solver) uncover(c uint16) {
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = c, c
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
}

// others returns the headers of the other three items of the option that contains node i: first the
// ones to the right of i, then the ones from the start of the option up to i.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.nodes[first|(i+1)&3].item, s.nodes[first|(i+2)&3].item, s.nodes[first|(i+3)&3].item
}

// restore uncovers the items that were covered for the option of node i. The repaired solver
// uncovers the last covered item first, and the buggy one the first covered item first.
func (s *Solver) restore(i uint16) {
	x, y, z := s.others(i)
	if s.repaired {
		x, z = z, x
	}
	s.uncover(x)
	s.uncover(y)
	s.uncover(z)
}

// choose returns the item with the smallest size; if several are as small, the last of them.
// remaining is the number of items in the list, which is even. Package cover explains why choose
// walks from both ends and has no branch.
func (s *Solver) choose(remaining int) uint16 {
	const beyond = 1 << 62
	a, b := int64(beyond), int64(beyond)
	i, j := s.right[root], s.left[root]
	for range remaining / 2 {
		x, y := s.key[i]-a, s.key[j]-b
		a += x & (x >> 63)
		b += y & (y >> 63)
		i, j = s.right[i], s.left[j]
	}
	return uint16(maxHeaders - 1 - min(a, b)%oneOption)
}

// search walks the tree depth first. One iteration of the outer loop is one node.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for limits.Enter(&result.Counts) {
		i := uint16(root) // the node to try next; a header once all have been tried
		if remaining := s.items - cover.PerOption*depth; remaining > 0 {
			c := s.choose(remaining)
			result.Updates += s.cover(c)
			i = s.nodes[c].down
		} else {
			s.found(depth, result)
			if result.Solutions == limits.Wanted() {
				return
			}
		}
		// Back up to a level that still has an option to try.
		for int(i) <= s.items {
			if i != root {
				s.uncover(i)
			}
			if depth == 0 {
				return
			}
			depth--
			i = s.chosen[depth]
			s.restore(i)
			i = s.nodes[i].down
		}
		s.chosen[depth] = i
		depth++
		x, y, z := s.others(i)
		result.Updates += s.cover(x) + s.cover(y) + s.cover(z)
	}
}

// found reports the chosen options as a solution.
func (s *Solver) found(depth int, result *solvers.Result) {
	for _, i := range s.chosen[:depth] {
		option := (int(i) - s.base) / cover.PerOption
		s.answer[option/s.size] = uint8(option%s.size) + 1
	}
	result.Found(s.answer)
}
