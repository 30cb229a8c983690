package bits

import "math"

// covered is added to the count of a covered item, so that it is not among the fewest.
const covered = 1 << 30

// search visits the covers by the options left. It returns whether the search is to go on.
func (s *Solver) search() (more bool) {
	removed, chosen := len(s.removed), len(s.chosen)
	defer s.undo(removed, chosen)
	for {
		item, options := s.fewest()
		switch {
		case options == 0:
			return true
		case s.fits():
			return s.narrow()
		case options > 1:
			return s.branch(item)
		}
		before := len(s.removed)
		if !s.takeForced(item) {
			return true
		}
		if !s.enter(before) {
			return false
		}
		if s.missing == 0 {
			return s.found(nil)
		}
	}
}

// branch tries the options of an item, one after another.
func (s *Solver) branch(item int32) (more bool) {
	removed, chosen := len(s.removed), len(s.chosen)
	for _, o := range s.optionsWith.list(item) {
		if !s.available[o] {
			continue
		}
		s.take(o)
		if !s.enter(removed) {
			return false
		}
		covers := s.result.Solutions
		switch {
		case s.missing == 0:
			more = s.found(nil)
		case s.failed.has():
			more = true
		default:
			if more = s.search(); more && s.result.Solutions == covers {
				s.failed.add()
			}
		}
		if !more {
			return false
		}
		s.undo(removed, chosen)
	}
	return true
}

// fewest returns the first missing item with the fewest options, and their number.
func (s *Solver) fewest() (item int32, options int) {
	fewest := int32(math.MaxInt32)
	for i, n := range s.counts[:s.primary] {
		if n < fewest {
			item, fewest = int32(i), n
		}
	}
	return item, int(fewest)
}

// fits reports whether the items that still matter fit into a mask: those that are missing, and
// the secondary ones that two options have.
func (s *Solver) fits() bool {
	live := s.missing
	if live > maskItems {
		return false
	}
	for _, n := range s.counts[s.primary:] {
		if n > 1 && n < covered {
			live++
		}
	}
	return live <= maskItems
}

// takeForced takes the options that are the only ones of a missing item, the first of which is
// item. It returns false if a missing item has none.
func (s *Solver) takeForced(item int32) bool {
	for ; int(item) < s.primary; item++ {
		if s.counts[item] > 1 {
			continue
		}
		if s.counts[item] == 0 {
			return false
		}
		for _, o := range s.optionsWith.list(item) {
			if s.available[o] {
				s.take(o)
				break
			}
		}
	}
	return true
}

// take chooses option o, and drops the options that have an item in common with it, and o.
func (s *Solver) take(o int32) {
	s.chosen = append(s.chosen, o)
	for _, item := range s.options.list(o) {
		s.counts[item] += covered
		s.failed.flip(item)
		if int(item) < s.primary {
			s.missing--
		}
		for _, other := range s.optionsWith.list(item) {
			if !s.available[other] {
				continue
			}
			s.available[other] = false
			s.removed = append(s.removed, other)
			for _, i := range s.options.list(other) {
				s.counts[i]--
			}
		}
	}
}

// undo takes back all but so many removed and chosen options.
func (s *Solver) undo(removed, chosen int) {
	for _, o := range s.removed[removed:] {
		s.available[o] = true
		for _, item := range s.options.list(o) {
			s.counts[item]++
		}
	}
	for _, o := range s.chosen[chosen:] {
		for _, item := range s.options.list(o) {
			s.counts[item] -= covered
			s.failed.flip(item)
			if int(item) < s.primary {
				s.missing++
			}
		}
	}
	s.removed, s.chosen = s.removed[:removed], s.chosen[:chosen]
}

// enter enters the problem that the chosen options leave. removed is how many options were
// removed before them. It returns false if a limit forbids that.
func (s *Solver) enter(removed int) bool {
	s.result.Updates += uint64(len(s.removed) - removed)
	return s.limits.Enter(&s.result.Counts)
}

// found counts a cover: the options chosen, then those with the masks taken.
func (s *Solver) found(taken []uint64) (more bool) {
	if s.result.Solutions == 0 {
		s.first = s.first[:0]
		for _, o := range s.chosen {
			s.first = append(s.first, s.original[o])
		}
		for _, mask := range taken {
			s.first = append(s.first, s.original[s.withMask(mask)])
		}
	}
	s.result.Found(s.first)
	return s.result.Solutions < s.limits.Wanted()
}
