package dlxstruct

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// unlink takes node i out of the list of its item.
func (s *Solver) unlink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = n.up, n.down
	s.key[n.item%maxHeaders] -= oneOption
}

// relink undoes unlink. Doing it twice does nothing more to the links, but counts
// twice.
func (s *Solver) relink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = i, i
	s.key[n.item%maxHeaders] += oneOption
}

// cover takes item c out of the list of items, and its options out of the
// lists of their other items. It returns the number of nodes unlinked, which it
// counts because the size of c may have drifted.
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

// uncover undoes cover(c) if all items covered since are uncovered again. It
// goes down the list, as cover does: within one item the order makes no
// difference.
func (s *Solver) uncover(c uint16) {
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = c, c
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
}

// others returns the headers of the other items that the option of node i
// covers, in the direction in which the option is linked.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.nodes[first|(i+1)&3].item, s.nodes[first|(i+2)&3].item, s.nodes[first|(i+3)&3].item
}

// restore uncovers the items that were covered for the option of node i: last
// first in the repaired solver, first first in the buggy one.
func (s *Solver) restore(i uint16) {
	x, y, z := s.others(i)
	if s.repaired {
		x, z = z, x
	}
	s.uncover(x)
	s.uncover(y)
	s.uncover(z)
}

// choose returns the last item of those with the smallest size, out of
// remaining items, an even number. Package cover tells why it is written so.
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

// search walks the tree depth first. One turn of the outer loop is one node.
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
		// Back up to a node that still has an option to try.
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
