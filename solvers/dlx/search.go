package dlx

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// unlink takes node i out of the list of its item.
func (s *Solver) unlink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = n.up
	s.nodes[n.up].down = n.down
	s.key[s.item[i]%maxHeaders] -= oneOption
}

// relink puts node i back between the neighbours that it names. The nodes that were unlinked
// after it must be back.
func (s *Solver) relink(i uint16) {
	n := s.nodes[i]
	s.nodes[n.down].up = i
	s.nodes[n.up].down = i
	s.key[s.item[i]%maxHeaders] += oneOption
}

// cover takes item c out of the list of items, and its options out of the
// lists of their other items. It returns the number of nodes unlinked.
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

// uncover undoes cover(c), last step first: upwards, so that every node finds the neighbours
// that it had when it was unlinked.
func (s *Solver) uncover(c uint16) {
	for i := s.nodes[c].up; i != c; i = s.nodes[i].up {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
	l, r := s.left[c%maxHeaders], s.right[c%maxHeaders]
	s.left[r%maxHeaders], s.right[l%maxHeaders] = c, c
}

// others returns the headers of the other items that the option of node i covers, in
// the order of the option from i on, and then from its start.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.item[first|(i+1)&3], s.item[first|(i+2)&3], s.item[first|(i+3)&3]
}

// choose returns the first item of those with the fewest options. The number of remaining
// items is even: there are 4*n*n, and each chosen option has covered four. It walks the list
// from both ends, and takes the minimum of keys without a branch, which would often be
// mispredicted: x>>63 is -1 if x is negative.
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

// search walks the tree depth first. One turn of the outer loop is one search call, which Counts.Nodes counts.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for limits.Enter(&result.Counts) {
		// i is the list node to try next; or the header of the item once all have been tried, or
		// the root if there is no item: both are at most s.items and mean to go back.
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
