package bits

import "gridjudge/solvers"

// maskItems is the number of items that have a bit in a mask of one word.
const maskItems = 64

// narrow assigns bits to the at most 64 live items, and visits the covers by
// the available options with masks of one word.
func (s *Solver) narrow() (more bool) {
	var needed uint64
	next, pair := uint64(1), uint64(1)<<(maskItems-1) // pairs get their bits from the top, so that the lower bit is even
	s.even = 0
	for item, n := range s.counts {
		s.bit[item] = 0
		switch {
		case item < s.primary:
			if n < covered {
				s.bit[item] = next
				needed |= next
				next <<= 1
			}
		case !s.live(item):
		case item < s.pairs:
			s.bit[item] = next
			next <<= 1
		default:
			s.bit[item] = pair
			if item%2 == 1 {
				s.even |= pair
			}
			pair >>= 1
		}
	}
	list := s.stack.segment(0)
	if list == nil {
		return s.exhausted()
	}
	s.root, s.taken = s.root[:0], s.taken[:0]
	for o, left := range s.available {
		if left {
			list[len(s.root)] = s.mask(int32(o))
			s.root = append(s.root, int32(o))
		}
	}
	list = list[:len(s.root)]
	_, room := s.stack.below(0, list)
	if room == nil {
		return s.exhausted()
	}
	_, t := filter(room, list, 0)
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

// excluded returns the items that an option with this mask excludes: its own and, of a pair, the other.
func (s *Solver) excluded(mask uint64) uint64 {
	if s.even == 0 {
		return mask
	}
	return mask&^(s.even*3) | mask&s.even<<1 | mask>>1&s.even
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
		left, t = filter(room, list, union)
		s.result.Updates += uint64(len(list) - left)
		segment, list = next, room[:left]
	}
	depth := len(s.taken)
	rarest := needed &^ t.three
	if rarest == 0 {
		rarest = fewest(list, needed)
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
		left, t := filter(room, list, s.excluded(mask))
		s.result.Updates += uint64(len(list) - left)
		if !s.descend(next, room[:left], needed&^mask, t) {
			return false
		}
	}
	return true
}

// takeForcedMasks takes the options of all items in single, which have one each, and returns the
// union of the items that they exclude. ok is false if two of these options exclude each other.
func (s *Solver) takeForcedMasks(list []uint64, single uint64) (union uint64, ok bool) {
	for _, mask := range list {
		if mask&single == 0 {
			continue
		}
		if union&mask != 0 {
			return 0, false
		}
		union |= s.excluded(mask)
		s.taken = append(s.taken, mask)
		if single &^= mask; single == 0 {
			break
		}
	}
	return union, true
}
