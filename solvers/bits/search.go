package bits

import "math"

// covered is added to the count of an item that is covered, so that fewest does not choose it.
const covered = 1 << 30

// search visits all covers by the available options. It returns false if the search is to end.
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

// branch tries the available options of an item, one after another.
func (s *Solver) branch(item int32) (more bool) {
	removed, chosen := len(s.removed), len(s.chosen)
	for _, o := range s.optionsWith.list(item) {
		if s.available[o] == 0 {
			continue
		}
		feasible := s.take(o)
		if !s.enter(removed) {
			return false
		}
		switch {
		case !feasible:
			more = true
		case s.missing == 0:
			more = s.found(nil)
		default:
			more = s.count()
		}
		if !more {
			return false
		}
		s.undo(removed, chosen)
	}
	return true
}

// count counts the covers of the problem that the chosen options leave, unless they have been counted
// before.
func (s *Solver) count() (more bool) {
	s.markPairs()
	slot, known := s.memo.find()
	if known {
		return s.add(slot[len(slot)-1])
	}
	before := s.result.Solutions
	if more = s.search(); more {
		s.markPairs()
		s.memo.add(slot, s.result.Solutions-before)
	}
	return more
}

// markPairs marks those items of pairs in the key of the memo that no available option contains. If such an item was
// covered, this is always so, because covering it removed its options. So the key still determines the available options:
// they are the options without a marked item. An item that has lost its options in another way is marked, too, because
// it makes no difference which way it was.
func (s *Solver) markPairs() {
	for item := s.pairs; item < len(s.counts); item++ {
		s.memo.mark(int32(item), s.counts[item] == 0)
	}
}

// fewest returns the first uncovered primary item with the fewest options, and their number.
func (s *Solver) fewest() (item int32, options int) {
	fewest := int32(math.MaxInt32)
	for i, n := range s.counts[:s.primary] {
		if n < fewest {
			item, fewest = int32(i), n
		}
	}
	return item, int(fewest)
}

// fits reports whether the live items fit into a mask: the uncovered primary ones, the secondary
// ones that two or more options contain, and the live pairs.
func (s *Solver) fits() bool {
	live := s.missing
	if live > maskItems {
		return false
	}
	for _, n := range s.counts[s.primary:s.pairs] {
		if n > 1 && n < covered {
			live++
		}
	}
	for item := s.pairs; item < len(s.counts); item += 2 {
		if s.livePair(item) {
			live += 2
		}
	}
	return live <= maskItems
}

// livePair reports whether the pair of items that begins with this one is live. If no available option contains one of
// the two items, the pair cannot exclude any option.
func (s *Solver) livePair(item int) bool { return s.counts[item] > 0 && s.counts[item+1] > 0 }

// takeForced takes the options of all uncovered primary items that have only one. item is the first
// of these items. It returns false if it comes to an item without options.
func (s *Solver) takeForced(item int32) bool {
	for ; int(item) < s.primary; item++ {
		if s.counts[item] > 1 {
			continue
		}
		if s.counts[item] == 0 {
			return false
		}
		for _, o := range s.optionsWith.list(item) {
			if s.available[o] > 0 {
				if !s.take(o) {
					return false
				}
				break
			}
		}
	}
	return true
}

// take chooses option o, and removes all options that contain an item which o covers, and so also o itself. As soon
// as an uncovered primary item has no option left, take ends and returns false.
func (s *Solver) take(o int32) (feasible bool) {
	s.chosen = append(s.chosen, o)
	items := s.options.list(o)
	for _, item := range items {
		if int(item) >= s.pairs {
			continue // its partner has no available options any more, which is enough to know: see markPairs
		}
		s.counts[item] += covered
		s.memo.flip(item)
		if int(item) < s.primary {
			s.missing--
		}
	}
	feasible = true
	for _, item := range items {
		if int(item) >= s.pairs {
			item ^= 1 // the partner
		}
		for _, other := range s.optionsWith.list(item) {
			if s.available[other] == 0 {
				continue
			}
			s.available[other] = 0
			s.removed = append(s.removed, other)
			for _, i := range s.options.list(other) {
				s.counts[i]--
				feasible = feasible && (s.counts[i] > 0 || int(i) >= s.primary)
			}
			if !feasible {
				return false
			}
		}
	}
	return true
}

// undo takes steps back until only the given numbers of options are removed and chosen.
func (s *Solver) undo(removed, chosen int) {
	for _, o := range s.removed[removed:] {
		s.available[o] = 1
		for _, item := range s.options.list(o) {
			s.counts[item]++
		}
	}
	for _, o := range s.chosen[chosen:] {
		for _, item := range s.options.list(o) {
			if int(item) >= s.pairs {
				continue
			}
			s.counts[item] -= covered
			s.memo.flip(item)
			if int(item) < s.primary {
				s.missing++
			}
		}
	}
	s.removed, s.chosen = s.removed[:removed], s.chosen[:chosen]
}

// enter counts the search call for the problem that the chosen options leave. removed is the number
// of options that were removed before them. It returns false if a limit forbids the call.
func (s *Solver) enter(removed int) bool {
	s.result.Updates += uint64(len(s.removed) - removed)
	return s.limits.Enter(&s.result.Counts)
}

// found counts a cover: the chosen options, and then the options with the masks taken.
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
	if s.result.Solutions == 0 {
		s.result.First = append(s.result.First, s.first...)
	}
	return s.add(1)
}

// add counts covers.
func (s *Solver) add(covers uint64) (more bool) {
	return s.limits.Add(covers, &s.result.Counts)
}
