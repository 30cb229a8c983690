package bits

// narrow visits the covers by the options left with masks of one word: at most 64 items
// matter.
func (s *Solver) narrow() (more bool) {
	var needed uint64
	next := uint64(1)
	for item, n := range s.counts {
		s.bit[item] = 0
		if primary := item < s.primary; n < covered && (primary || n > 1) {
			s.bit[item] = next
			if primary {
				needed |= next
			}
			next <<= 1
		}
	}
	s.root, s.taken = s.root[:0], s.taken[:0]
	s.room(len(s.left))
	for o, left := range s.left {
		if left {
			s.masks[len(s.root)] = s.mask(int32(o))
			s.root = append(s.root, int32(o))
		}
	}
	options := len(s.root)
	s.room(2 * options)
	_, t := filter(s.masks[options:], s.masks[:options], 0)
	return s.descend(0, options, needed, t)
}

// room makes room for n masks and what filter writes behind them, and keeps those that there are.
func (s *Solver) room(n int) {
	n += slack
	if n > cap(s.masks) {
		grown := make([]uint64, 2*n)
		copy(grown, s.masks)
		s.masks = grown
	}
	s.masks = s.masks[:cap(s.masks)]
}

// mask returns the mask of option o.
func (s *Solver) mask(o int32) (mask uint64) {
	for _, item := range s.options.list(o) {
		mask |= s.bit[item]
	}
	return mask
}

// withMask returns the first option of the root with this mask. If there is another, it
// has the same items that matter, and can take its place in any cover.
func (s *Solver) withMask(mask uint64) int32 {
	for _, o := range s.root {
		if s.mask(o) == mask {
			return o
		}
	}
	panic("bits: a mask of no option")
}

// descend visits the covers of the needed items by the options that lie in masks from at
// on, for which t is the tally.
func (s *Solver) descend(at, options int, needed uint64, t tally) (more bool) {
	for {
		if needed&^t.one != 0 {
			return true
		}
		single := needed &^ t.two
		if single == 0 {
			break
		}
		union, ok := s.only(at, options, single)
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
		s.room(at + 2*options)
		var left int
		left, t = filter(s.masks[at+options:], s.masks[at:at+options], union)
		s.result.Updates += uint64(options - left)
		at, options = at+options, left
	}
	depth := len(s.taken)
	rarest := needed &^ t.three
	if rarest == 0 {
		rarest = fewest(s.masks[at:at+options], needed)
	}
	item := rarest & -rarest
	s.room(at + 2*options)
	for i := at; i < at+options; i++ {
		mask := s.masks[i]
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
		left, t := filter(s.masks[at+options:], s.masks[at:at+options], mask)
		s.result.Updates += uint64(options - left)
		if !s.descend(at+options, left, needed&^mask, t) {
			return false
		}
	}
	return true
}

// only takes the options that are the only ones of the items in single, and returns the
// union of their masks. ok is false if two of them have an item in common.
func (s *Solver) only(at, options int, single uint64) (union uint64, ok bool) {
	for _, mask := range s.masks[at : at+options] {
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
