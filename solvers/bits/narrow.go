package bits

import "gridjudge/solvers"

// maskItems is the number of items that have a bit in a mask of one word.
const maskItems = 64

// narrow assigns bits to the at most 64 live items, and visits the covers by
// the available options with masks of one word.
func (s *Solver) narrow() (more bool) {
	next := uint64(1)
	for item, n := range s.counts[:s.primary] { // without a branch, which could not be predicted
		live := uint64(n-covered) >> 63
		s.bit[item] = next & -live
		next <<= live
	}
	needed := next - 1
	for item := s.primary; item < s.pairs; item++ {
		s.bit[item] = 0
		if n := s.counts[item]; n > 1 && n < covered {
			s.bit[item] = next
			next <<= 1
		}
	}
	s.lower = 0
	for item := s.pairs; item < len(s.counts); item += 2 {
		s.bit[item], s.bit[item+1] = 0, 0
		if s.livePair(item) {
			s.bit[item], s.bit[item+1] = next, next<<1
			s.lower |= next
			next <<= 2
		}
	}
	list := s.stack.segment(0)
	if list == nil {
		return s.exhausted()
	}
	s.taken = s.taken[:0]
	s.root = s.root[:len(s.available)]
	left := 0
	for o, available := range s.available {
		s.root[left] = int32(o)
		left += int(available)
	}
	s.root = s.root[:left]
	for i, o := range s.root {
		list[i] = s.mask(o)
	}
	list = list[:left]
	_, room := s.stack.below(0, list)
	if room == nil {
		return s.exhausted()
	}
	_, t := filter(room, list, 0)
	s.masks.reset(narrowKey)
	return s.descend(0, list, needed, t)
}

// exhausted ends the search because the stack would exceed the memory budget.
func (s *Solver) exhausted() (more bool) {
	s.result.Stopped = solvers.MemoryBudget
	return false
}

// mask returns the mask of option o.
func (s *Solver) mask(o int32) (mask uint64) {
	for _, item := range s.options.list(o) {
		mask |= s.bit[item]
	}
	return mask
}

// covers returns the items that an option with this mask covers: the partners of its items.
func (s *Solver) covers(mask uint64) uint64 {
	if s.lower == 0 {
		return mask
	}
	return mask&^(s.lower*3) | mask&s.lower<<1 | mask>>1&s.lower
}

// withMask returns the first option of the root that has this mask. If several have it, they
// contain the same live items, so each of them is right in any cover.
func (s *Solver) withMask(mask uint64) int32 {
	for _, o := range s.root {
		if s.mask(o) == mask {
			return o
		}
	}
	panic("bits: a mask of no option")
}

// descend visits all covers of the needed items by the options in list. segment is the segment of
// the stack that contains list, and t is the tally of list.
func (s *Solver) descend(segment int, list []uint64, needed uint64, t tally) (more bool) {
	for {
		if needed&^t.one != 0 {
			return true
		}
		single := needed &^ t.two
		if single == 0 {
			break
		}
		if s.lower != 0 {
			single &= -single // one option at a time: takeForcedMasks cannot tell whether options exclude each other by a pair
		}
		union, ok := s.takeForcedMasks(list, single)
		if !ok {
			return true
		}
		if !s.limits.Enter(&s.result.Counts) {
			return false
		}
		needed &^= union
		if needed == 0 {
			return s.found(s.taken)
		}
		next, room := s.stack.below(segment, list)
		if room == nil {
			return s.exhausted()
		}
		var left int
		left, t = filter(room, list, s.covers(union))
		s.result.Updates += uint64(len(list) - left)
		segment, list = next, room[:left]
	}
	s.masks.key[1] = t.one
	slot, known := s.masks.find()
	if known {
		return s.add(slot[narrowKey])
	}
	before := s.result.Solutions
	depth := len(s.taken)
	rarest := needed &^ t.three
	if rarest == 0 {
		rarest = findRarest(list, needed)
	}
	item := rarest & -rarest
	next, room := s.stack.below(segment, list)
	if room == nil {
		return s.exhausted()
	}
	for _, mask := range list {
		if mask&item == 0 {
			continue
		}
		if !s.limits.Enter(&s.result.Counts) {
			return false
		}
		s.taken = append(s.taken[:depth], mask)
		if needed&^mask == 0 {
			if !s.found(s.taken) {
				return false
			}
			continue
		}
		left, t := filter(room, list, s.covers(mask))
		s.result.Updates += uint64(len(list) - left)
		if !s.descend(next, room[:left], needed&^mask, t) {
			return false
		}
	}
	s.masks.key[1] = t.one
	s.masks.add(slot, s.result.Solutions-before)
	return true
}

// takeForcedMasks takes the options of all items in single, which have one each, and returns the
// union of their masks. ok is false if two of these options have an item in common.
func (s *Solver) takeForcedMasks(list []uint64, single uint64) (union uint64, ok bool) {
	for _, mask := range list {
		if mask&single == 0 {
			continue
		}
		if union&mask != 0 {
			return 0, false
		}
		union |= mask
		s.taken = append(s.taken, mask)
		if single &^= mask; single == 0 {
			break
		}
	}
	return union, true
}
