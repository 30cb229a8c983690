package sparse

import "math"

// Choose returns the item to cover next, and whether it has a single option. It takes the
// last item that is noted in forced and not yet covered. If forced is empty, Choose first
// notes there, in the order of active, every item with a single option. If there is no such
// item, it takes the one with the fewest options, of several the lowest number. It returns -1
// if no primary item is left.
func (s *Sets) Choose() (item int, forced bool) {
	for len(s.forced) > 0 {
		if item := s.pop(); s.sets[item].pos < s.left {
			return item, true
		}
	}
	best := uint64(math.MaxUint64) // the size above the number of the item
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

// pop takes the last item off the stack of those with one option left.
func (s *Sets) pop() int {
	last := len(s.forced) - 1
	item := s.forced[last]
	s.forced = s.forced[:last]
	return int(item)
}

// TryFirst takes item, which is single if it has one option left, as the item of the level
// at this depth, and tries its options up to the first one that leads on. It reports
// whether there is one.
func (s *Sets) TryFirst(depth, item int, forced bool) bool {
	s.takeOut(uint32(item))
	s.hide(uint32(item), 0)
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

// TryNext goes back to the level at this depth and tries its other options up to the next
// one that leads on. It reports whether there is one. It finds the set of the item of the
// level as First left it: all its options are hidden, so nothing below moved one of them.
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

// Cover returns the options tried at the levels below depth. The next call reuses its
// memory.
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

// Key sets the bits of key to the items left to cover; not those of secondary items
// without options, which change nothing. Two states of one matrix with the same key have
// the same options left.
func (s *Sets) Key(key []uint64) {
	clear(key)
	for _, item := range s.active[:s.left] {
		if item < s.primary || s.sets[item].size > 0 {
			key[item>>6] |= 1 << (item & 63)
		}
	}
}

// takeOut takes an item out of the set of those left.
func (s *Sets) takeOut(item uint32) {
	s.left--
	s.Updates++
	out := &s.sets[item]
	last := s.active[s.left]
	s.active[s.left], s.active[out.pos] = item, last
	s.sets[last].pos = out.pos
	out.pos = s.left
}

// try takes the other items of the option of node i out and hides their options. It
// reports whether all primary items left still have an option. All items are taken out
// before the options of the first are hidden: so the check by s.left leaves them out.
//
// First hides the options of the chosen item without a check. Can that leave another primary
// item without options? Before, no item was without: Load and try see to that. The chosen
// item had the fewest options. So the other item had the same ones. Then every option of the
// chosen item has the other item, too, and try takes it out first.
// A failed try may clear all of forced: the search goes back to a level with more than one
// option, and its item was chosen when forced was empty.
func (s *Sets) try(i uint32) bool {
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

// hide takes the options of an item out of the sets of their other items. It checks the
// primary items among active[:checked]: if it would leave one without options, it stops and
// returns false; those that it leaves with one option it pushes onto forced.
//
// All these sets are of items left, or of items that try has just taken out: an option in
// a set has no item that was taken out before, because that item's options were hidden.
// For speed, one comparison tells a spacer from a node and is the bounds check of sets, and
// cells has the length of nodes, so that both are checked against one number.
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
