package cells

import (
	"math"

	"gridjudge/solvers"
)

// search walks the tree depth first. One turn of the outer loop is one node.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Cover) {
	s.updates = 0
	defer func() { result.Updates = s.updates }()
	depth, wanted := 0, limits.Wanted()
	for limits.Enter(&result.Counts) {
		if s.hopeless {
			return
		}
		more := false // whether the option tried leads on
		if item, single := s.choose(); item >= 0 {
			s.branch(depth, item, single)
			more = s.try(s.levels[depth].chosen)
		} else {
			s.found(depth, result)
			if depth == 0 || result.Solutions == wanted {
				return
			}
			depth--
		}
		// Back up to a level that still has an option to try.
		for !more {
			level := &s.levels[depth]
			n := s.nodes[level.chosen]
			set := &s.sets[n.item]
			if n.place+1 < set.first+set.size {
				s.restore(level)
				level.chosen = s.cells[n.place+1]
				more = s.try(level.chosen)
				continue
			}
			if depth == 0 {
				return
			}
			depth--
		}
		depth++
	}
}

// choose returns the item to cover next, and whether it has a single option: the last
// one noted as such, or else the first of those with the fewest. It returns -1 if no
// primary item is left.
func (s *Solver) choose() (item int32, single bool) {
	for len(s.forced) > 0 {
		if item := s.pop(); s.sets[item].place < s.left {
			return item, true
		}
	}
	best := int64(math.MaxInt64) // the size above the number of the item
	for _, item := range s.active[:s.left] {
		if item >= s.primary {
			continue
		}
		size := s.sets[item].size
		if size <= 1 {
			s.forced = append(s.forced, item)
		}
		best = min(best, int64(size)<<32|int64(item))
	}
	switch {
	case len(s.forced) > 0:
		return s.pop(), true
	case best == math.MaxInt64:
		return -1, false
	}
	return int32(best), false
}

// pop takes the last item off the stack of those with one option left.
func (s *Solver) pop() int32 {
	last := len(s.forced) - 1
	item := s.forced[last]
	s.forced = s.forced[:last]
	return item
}

// branch begins the level of an item: it hides its options and saves all sizes. A
// single option needs none, because no other one will be tried.
func (s *Solver) branch(depth int, item int32, single bool) {
	s.takeOut(item)
	s.reach = s.left
	s.hide(item, 0)
	level := &s.levels[depth]
	level.from = 0
	if depth > 0 {
		level.from = s.levels[depth-1].to
	}
	s.saved = s.saved[:level.from]
	if !single {
		for _, i := range s.active[:s.left] {
			s.saved = append(s.saved, size{i, s.sets[i].size})
		}
	}
	level.to = len(s.saved)
	level.chosen = s.cells[s.sets[item].first]
}

// restore makes all sets those that they were when the level began.
func (s *Solver) restore(l *level) {
	for _, saved := range s.saved[l.from:l.to] {
		s.sets[saved.item].size = saved.size
	}
	s.left = int32(l.to - l.from)
}

// takeOut takes an item out of the set of those left.
func (s *Solver) takeOut(item int32) {
	s.left--
	last, place := s.active[s.left], s.sets[item].place
	s.active[s.left], s.active[place] = item, last
	s.sets[last].place, s.sets[item].place = place, s.left
	s.updates++
}

// try takes the other items of the option of node i out and hides their options. It
// reports whether all primary items left still have an option.
func (s *Solver) try(i int32) bool {
	s.reach = s.left
	for j := i + 1; j != i; {
		item := s.nodes[j].item
		if item < 0 {
			j += item
			continue
		}
		s.takeOut(item)
		j++
	}
	for j := i + 1; j != i; {
		item := s.nodes[j].item
		if item < 0 {
			j += item
			continue
		}
		if !s.hide(item, s.left) {
			s.forced = s.forced[:0]
			return false
		}
		j++
	}
	return true
}

// hide takes the options of an item out of the sets of their other items. If it would
// leave one of the first checked items of active, a primary one, without options, it
// stops and returns false; those that it leaves with one option it pushes onto forced.
func (s *Solver) hide(item, checked int32) bool {
	nodes, sets, cells, reach, primary, updates := s.nodes, s.sets, s.cells, s.reach, s.primary, s.updates
	hidden := sets[item]
	for _, i := range cells[hidden.first : hidden.first+hidden.size] {
		for j := i + 1; j != i; {
			n := nodes[j]
			if n.item < 0 {
				j += n.item
				continue
			}
			if set := &sets[n.item]; set.place < reach {
				size := set.size - 1
				if size <= 1 && n.item < primary && set.place < checked {
					if size == 0 {
						s.updates = updates
						return false
					}
					s.forced = append(s.forced, n.item)
				}
				set.size = size
				last := set.first + size
				moved := cells[last]
				cells[last], cells[n.place] = j, moved
				nodes[j].place, nodes[moved].place = last, n.place
				updates++
			}
			j++
		}
	}
	s.updates = updates
	return true
}

// found counts the options chosen as a cover.
func (s *Solver) found(depth int, result *solvers.Cover) {
	s.options = s.options[:0]
	if result.Solutions == 0 {
		for _, level := range s.levels[:depth] {
			i := level.chosen
			for s.nodes[i].item >= 0 {
				i--
			}
			s.options = append(s.options, -s.nodes[i].place-1)
		}
	}
	result.Found(s.options)
}
