package sparse

import "math"

// Choose returns the item to cover next, or -1 if no primary item is left, and whether the choice
// is forced because the item has a single option.
//
// If an item has a single option left, the search has no choice there, so such forced items come first. The stack
// s.forced lists them, and Choose takes the last one that is not covered yet. If there is none, Choose looks at all
// remaining primary items, in the order of s.active. It pushes those that have a single option onto the stack, and
// takes the last of them. If no item has a single option, Choose takes the item with the fewest options. If several
// items have equally few, it takes the one with the lowest number.
func (s *Sets) Choose() (item int, forced bool) {
	for len(s.forced) > 0 {
		if item := s.pop(); s.sets[item].pos < s.left {
			return item, true
		}
	}
	best := uint64(math.MaxUint64) // the size in the upper half, the number of the item in the lower half
	sets, primary := s.sets, s.primary
	for _, item := range s.active[:s.left] {
		if item >= primary {
			continue
		}
		size := sets[item].size
		if size <= 1 {
			s.forced = append(s.forced, item) // the size is not 0: see try
		}
		best = min(best, uint64(size)<<32|uint64(item))
	}
	switch {
	case len(s.forced) > 0:
		return s.pop(), true
	case best == math.MaxUint64:
		return -1, false
	}
	return int(uint32(best)), false
}

// pop removes the last item from the stack of forced ones and returns it.
func (s *Sets) pop() int {
	last := len(s.forced) - 1
	item := s.forced[last]
	s.forced = s.forced[:last]
	return int(item)
}

// TryFirst begins a new level of the search at this depth, which covers the given item. It tries the options of the
// item one by one, and stops at the first option that works. An option works if every primary item that remains after
// it still has an option. TryFirst reports whether it has found an option that works. The item and the parameter forced
// are the results of Choose.
func (s *Sets) TryFirst(depth, item int, forced bool) bool {
	s.takeOut(uint32(item))
	if len(s.colors) > 0 {
		s.hideOthers(uint32(item), 0, s.left, 0)
	} else {
		s.hide(uint32(item), 0)
	}
	level := &s.levels[depth]
	if !forced { // a single option has no next one, so TryNext will not need the sizes
		sets, trail, n := s.sets, s.trail[:cap(s.trail)], len(s.trail)
		for _, i := range s.active[:s.left] { // without a branch, because nothing predicts which sizes differ
			set := &sets[i]
			trail[n] = savedSize{i, set.saved}
			n += int((set.size - set.saved) >> 31) // 1 if it is less: below a level, sizes only fall
			set.saved = set.size
		}
		s.trail = trail[:n]
	}
	level.left, level.trail = s.left, len(s.trail)
	level.chosen = s.cells[s.sets[item].first]
	return s.try(level.chosen) || s.TryNext(depth)
}

// TryNext goes on with the level of the search at this depth. The search calls it after it has searched everything
// below the present option of the level. TryNext goes back to the level, and tries the remaining options of its item
// one by one. Like TryFirst, it stops at the first option that works, and reports whether it has found one.
//
// TryNext can rely on the order of the item's options, which is still as TryFirst left it: all of
// them are hidden from the sets of the other items, so no deeper level has moved any of them.
func (s *Sets) TryNext(depth int) bool {
	level := &s.levels[depth]
	for {
		n := s.nodes[level.chosen]
		set := &s.sets[n.item]
		if n.loc+1 == set.first+set.size {
			return false
		}
		level.chosen = s.cells[n.loc+1]
		sets := s.sets
		for last := len(s.trail) - 1; last >= level.trail; last-- {
			sets[s.trail[last].item].saved = s.trail[last].size
		}
		s.trail = s.trail[:level.trail]
		for _, i := range s.active[:level.left] {
			sets[i].size = sets[i].saved
		}
		s.left = level.left
		if s.try(level.chosen) {
			return true
		}
	}
}

// Cover returns the options chosen at the levels above depth, that is, at depths 0 to depth-1. The
// next call reuses the memory of the result.
func (s *Sets) Cover(depth int) []int32 {
	s.options = s.options[:0]
	for _, level := range s.levels[:depth] {
		i := level.chosen
		for uint(s.nodes[i].item) < uint(len(s.sets)) {
			i--
		}
		s.options = append(s.options, int32(s.nodes[i].loc))
	}
	return s.options
}

// takeOut removes an item from the set of remaining items.
func (s *Sets) takeOut(item uint32) {
	s.left--
	s.Updates++
	out := &s.sets[item]
	last := s.active[s.left]
	s.active[s.left], s.active[out.pos] = item, last
	s.sets[last].pos = out.pos
	out.pos = s.left
}

// try removes the other items of the option that contains node i, and hides their options. It
// reports whether all remaining primary items still have an option. All items of the option are
// removed before the options of the first are hidden, so that the check, which only looks at
// active[:s.left], skips them.
//
// TryFirst hides the options of the chosen item a. This may leave another primary item b without options. TryFirst
// does not have to look for such an item, because then each option of a contains b, too, and try removes b together
// with a. The proof:
//  1. Hiding the options of a has hidden all options of b. So all options of b contain a.
//  2. Choose took a because no other item has fewer options. So b has at least as many options as a.
//  3. So a and b have the same options, and each option of a contains b.
//
// If try fails, it may empty the stack forced: the search then goes back to a level whose item has
// more than one option, and such an item is only chosen if the stack is empty.
func (s *Sets) try(i uint32) bool {
	if len(s.colors) > 0 {
		return s.tryColored(i)
	}
	for j := i + 1; j != i; j++ {
		item := s.nodes[j].item
		if uint(item) >= uint(len(s.sets)) {
			j += item - 1
			continue
		}
		s.takeOut(item)
	}
	for j := i + 1; j != i; j++ {
		item := s.nodes[j].item
		if uint(item) >= uint(len(s.sets)) {
			j += item - 1
			continue
		}
		if !s.hide(item, s.left) {
			s.forced = s.forced[:0]
			return false
		}
	}
	return true
}

// hide hides all options of an item: it removes each option from the sets of its other items. It checks each set that
// becomes smaller, if the item of this set is primary and among active[:checked]:
//   - If a set would become empty, hide stops and returns false.
//   - If a single option is left in a set, hide pushes the item of this set onto forced.
//
// hide does not have to test whether an item was removed earlier. All options of a removed item have been hidden, so
// the options in the other sets contain only items that remain, or that try has just removed. Therefore hide changes
// only the sets of these items.
//
// For speed, a single comparison distinguishes a spacer from a node and is also the bounds check of
// sets. cells is cut to the length of nodes, so that both are checked against the same number.
func (s *Sets) hide(item, checked uint32) bool {
	nodes, sets := s.nodes, s.sets
	cells, updates := s.cells[:len(nodes)], s.Updates
	hidden := sets[item]
	for _, i := range cells[hidden.first : hidden.first+hidden.size] {
		for j := i + 1; j != i; j++ {
			n := &nodes[j]
			other := n.item
			if uint(other) >= uint(len(sets)) {
				j += other - 1
				continue
			}
			set := &sets[other]
			size := set.size - 1
			if size <= 1 && other < s.primary && set.pos < checked {
				if size == 0 {
					s.Updates = updates
					return false
				}
				s.forced = append(s.forced, other)
			}
			set.size = size
			last := set.first + size
			moved, loc := cells[last], n.loc
			cells[last], cells[loc] = j, moved
			n.loc, nodes[moved].loc = last, loc
			updates++
		}
	}
	s.Updates = updates
	return true
}
