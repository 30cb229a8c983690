package bits

import "math"

// search visits the covers by the options of a list of this length in s.lists from at on, for
// which s.counts are. It returns whether the search is to go on.
func (s *Solver) search(at, options int) (more bool) {
	covered, chosen := len(s.trail), len(s.chosen)
	item, fewest, live := s.fewest()
	for fewest == 1 && live > 64 {
		if !s.force(at, options) {
			s.back(covered, chosen)
			return true
		}
		left, more := s.step(at, options)
		if left == 0 {
			s.back(covered, chosen)
			return more
		}
		at, options = at+options, left
		item, fewest, live = s.fewest()
	}
	switch {
	case fewest == 0:
		more = true
	case live <= 64:
		more = s.narrow(at, options)
	default:
		more = s.branch(at, options, item)
	}
	s.back(covered, chosen)
	return more
}

// branch tries the options with item, one after another.
func (s *Solver) branch(at, options int, item int32) (more bool) {
	covered, chosen := len(s.trail), len(s.chosen)
	for i := at; i < at+options; i++ {
		o := s.lists[i]
		has := false
		for _, other := range s.option(o) {
			has = has || other == item
		}
		if !has {
			continue
		}
		s.take(o)
		left, more := s.step(at, options)
		if left > 0 {
			more = s.search(at+options, left)
		}
		if !more {
			return false
		}
		s.back(covered, chosen)
	}
	return true
}

// fewest returns the first item with the fewest options and their number, and how many items
// still matter: those that are missing, and the secondary ones that two options have.
func (s *Solver) fewest() (item int32, options, live int) {
	options = math.MaxInt
	for i, n := range s.counts[:s.primary] {
		if !s.covered[i] {
			live++
			if int(n) < options {
				item, options = int32(i), int(n)
			}
		}
	}
	for _, n := range s.counts[s.primary:] {
		if n > 1 {
			live++
		}
	}
	return item, options, live
}

// force takes the options that are the only ones of a missing item. It returns false if two
// of them have an item in common.
func (s *Solver) force(at, options int) bool {
	for _, o := range s.lists[at : at+options] {
		only, clash := false, false
		for _, item := range s.option(o) {
			only = only || s.counts[item] == 1 && int(item) < s.primary
			clash = clash || s.covered[item]
		}
		if only && clash {
			return false
		}
		if only {
			s.take(o)
		}
	}
	return true
}

// take chooses option o.
func (s *Solver) take(o int32) {
	s.chosen = append(s.chosen, o)
	for _, item := range s.option(o) {
		s.covered[item] = true
		s.trail = append(s.trail, item)
		if int(item) < s.primary {
			s.missing--
		}
	}
}

// back takes back all but so many covered items and chosen options.
func (s *Solver) back(covered, chosen int) {
	for _, item := range s.trail[covered:] {
		s.covered[item] = false
		if int(item) < s.primary {
			s.missing++
		}
	}
	s.trail, s.chosen = s.trail[:covered], s.chosen[:chosen]
}

// step enters the problem that the chosen options leave: it puts the options of the list without a covered
// item into a list behind it, counts them and returns their number. If that is 0, there is
// nothing to search.
func (s *Solver) step(at, options int) (left int, more bool) {
	if !s.limits.Enter(&s.result.Counts) {
		return 0, false
	}
	if s.missing == 0 {
		s.taken = s.taken[:0]
		return 0, s.found()
	}
	s.lists = room(s.lists, at+2*options)
	to := s.lists[at+options:][:options]
	clear(s.counts)
	for _, o := range s.lists[at : at+options] {
		hit := false
		for _, item := range s.option(o) {
			hit = hit || s.covered[item]
		}
		if hit {
			continue
		}
		to[left] = o
		left++
		for _, item := range s.option(o) {
			s.counts[item]++
		}
	}
	s.result.Updates += uint64(options - left)
	return left, true
}

// found counts a cover: the options chosen, then those whose masks were taken.
func (s *Solver) found() (more bool) {
	if s.result.Solutions == 0 {
		s.first = s.first[:0]
		for _, o := range s.chosen {
			s.first = append(s.first, s.numbers[o])
		}
		for _, mask := range s.taken {
			s.first = append(s.first, s.numbers[s.withMask(mask)])
		}
	}
	s.result.Found(s.first)
	return s.result.Solutions < s.limits.Wanted()
}
