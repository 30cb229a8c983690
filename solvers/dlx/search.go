package dlx

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// unlink takes node i out of the list of its item. The node keeps its own links.
func (s *Solver) unlink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = n.up
	s.nodes[n.up].down = n.down
	s.key[s.item[i]%maxHeaders] -= oneOption
}

// relink puts node i back between its former neighbours. The nodes that were unlinked after it must
// have been put back before.
func (s *Solver) relink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = i
	s.nodes[n.up].down = i
	s.key[s.item[i]%maxHeaders] += oneOption
}

// cover unlinks item c from the list of items, and its options from the lists of their other items.
// It returns the number of nodes that it unlinked.
func (s *Solver) cover(c uint16) uint64 {
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = l, r
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.unlink(i ^ 1)
		s.unlink(i ^ 2)
		s.unlink(i ^ 3)
	}
	return uint64(s.key[c%maxHeaders]/oneOption) * (cover.PerOption - 1)
}

// uncover undoes cover(c). It goes upwards, so that the last step is undone first and every node
// finds the neighbours that it had when it was unlinked.
func (s *Solver) uncover(c uint16) {
	for i := s.nodes[c].up; i != c; i = s.nodes[i].up {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = c, c
}

// others returns the headers of the other three items of the option that contains node i: first the
// ones to the right of i, then the ones from the start of the option up to i.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.item[first|(i+1)&3], s.item[first|(i+2)&3], s.item[first|(i+3)&3]
}

// choose returns the item with the fewest options; if several items have as few, the first of them.
// The parameter remaining is the number of items in the list. It is even, because a grid has 4*n*n
// items and each chosen option covers four.
//
// The search spends most of its time here. For speed, choose walks the list of items from both ends
// at once and computes the minimum without a branch. Package cover explains both.
func (s *Solver) choose(remaining int) uint16 {
	const beyond = 1 << 32
	a, b := int64(beyond), int64(beyond)
	i, j := s.right[root], s.left[root]
	for range remaining / 2 {
		x, y := int64(s.key[i])-a, int64(s.key[j])-b
		a += x & (x >> 63)
		b += y & (y >> 63)
		i, j = s.right[i], s.left[j]
	}
	return uint16(min(a, b)) // the number, without the size above it
}

// search walks the tree depth first. One iteration of the outer loop is one search call, which
// Counts.Nodes counts.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for limits.Enter(&result.Counts) {
		// i is the list node to try next. Two values mean that the search has to go back: the
		// header of the item once all its nodes have been tried, and the root after a solution.
		// Both are at most s.items, and list nodes are above.
		i := uint16(root)
		if remaining := s.items - cover.PerOption*depth; remaining > 0 {
			c := s.choose(remaining) // X2
			result.Updates += s.cover(c)
			i = s.nodes[c].down
		} else {
			s.found(depth, result) // X1
			if result.Solutions == limits.Wanted() {
				return
			}
		}
		// X5: back up to an item that still has an option to try.
		for int(i) <= s.items {
			if i != root {
				s.uncover(i)
			}
			if depth == 0 {
				return
			}
			depth--
			i = s.chosen[depth]
			x, y, z := s.others(i)
			s.uncover(z)
			s.uncover(y)
			s.uncover(x)
			i = s.nodes[i].down
		}
		s.chosen[depth] = i // X4
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
