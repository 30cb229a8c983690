package dlxstruct

import "gridjudge/solvers"

// unlink takes node i out of the list of its item.
func (s *Solver) unlink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = n.up, n.down
	s.headers[n.item].size--
}

// relink undoes unlink. To do it twice does no more to the links, but counts
// twice.
func (s *Solver) relink(i uint16) {
	n := &s.nodes[i]
	s.nodes[n.down].up, s.nodes[n.up].down = i, i
	s.headers[n.item].size++
}

// cover takes item c out of the list of items, and its options out of the
// lists of their other items. It returns the number of nodes unlinked; the size
// of c would not do, because it may have drifted.
func (s *Solver) cover(c uint16) (unlinked uint64) {
	h := &s.headers[c]
	s.headers[h.left].right, s.headers[h.right].left = h.right, h.left
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.unlink(i ^ 1)
		s.unlink(i ^ 2)
		s.unlink(i ^ 3)
		unlinked += perOption - 1
	}
	return unlinked
}

// uncover undoes cover(c) where no other item was covered since, or where
// those have been uncovered. It goes down the list, as cover does: within one
// item the order makes no difference.
func (s *Solver) uncover(c uint16) {
	h := &s.headers[c]
	s.headers[h.left].right, s.headers[h.right].left = c, c
	for i := s.nodes[c].down; i != c; i = s.nodes[i].down {
		s.relink(i ^ 1)
		s.relink(i ^ 2)
		s.relink(i ^ 3)
	}
}

// others are the headers of the items that the option of node i covers beside
// the item of i itself, in the direction in which the row is linked.
func (s *Solver) others(i uint16) (a, b, c uint16) {
	first := i &^ 3
	return s.nodes[first|(i+1)&3].item, s.nodes[first|(i+2)&3].item, s.nodes[first|(i+3)&3].item
}

// restore uncovers what was covered for the option of node i.
func (s *Solver) restore(i uint16) {
	x, y, z := s.others(i)
	if s.reverse {
		x, z = z, x
	}
	s.uncover(x)
	s.uncover(y)
	s.uncover(z)
}

// choose returns the last item of those with the smallest size, or root where
// no item is left.
func (s *Solver) choose() uint16 {
	best := s.headers[root].left
	fewest := s.headers[best].size
	for h := best; h != root; h = s.headers[h].left {
		if s.headers[h].size < fewest {
			best, fewest = h, s.headers[h].size
		}
	}
	return best
}

// search walks the tree depth first. One turn of the outer loop is one call of
// the search function in recursive programs.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for {
		if limits.Nodes != 0 && result.Nodes == limits.Nodes {
			result.Stopped = solvers.NodeBudget
			return
		}
		if limits.Cancelled() {
			result.Stopped = solvers.Cancelled
			return
		}
		result.Nodes++
		c := s.choose()
		i := c // the node last tried; a header where there is none
		if c != root {
			result.Updates += s.cover(c)
			i = s.nodes[c].down
		} else {
			s.found(depth, result)
			if result.Solutions == limits.Wanted() {
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
		option := (int(i) - s.base) / perOption
		s.answer[option/s.grid] = uint8(option%s.grid) + 1
	}
	result.Found(s.answer)
}
