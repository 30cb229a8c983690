package bits

import "math/bits"

// narrow is the search with masks of one word.
type narrow struct {
	masks  []uint64 // the stack of lists of options
	chosen []uint64 // the options chosen, in order
	first  []int32  // a cover: numbers of options
}

// tally counts the options of 64 items, up to three: an item is in one if it has an option,
// in two if it has two or more, in three if it has three or more.
type tally struct {
	one, two, three uint64
}

// searchNarrow visits the covers of frame f with masks of one word.
func (s *Solver) searchNarrow(f frame) (more bool) {
	if f.words > 1 {
		f = s.squeeze(f, 64)
	}
	n := &s.narrow
	n.chosen = n.chosen[:0]
	n.room(f.options)
	left, t := filter(n.masks, s.column(f, 0)[:f.options], 0)
	root := f
	return s.descend(&root, 0, left, s.needed(f)[0], t)
}

// room makes room for so many masks.
func (n *narrow) room(masks int) {
	if masks > len(n.masks) {
		grown := make([]uint64, 2*masks)
		copy(grown, n.masks)
		n.masks = grown
	}
}

// descend visits the covers of the needed items by the options that lie in masks from at
// on, for which t is the tally.
func (s *Solver) descend(root *frame, at, options int, needed uint64, t tally) (more bool) {
	n := &s.narrow
	for {
		if needed&^t.one != 0 {
			return true
		}
		single := needed &^ t.two
		if single == 0 {
			break
		}
		union := uint64(0)
		for _, mask := range n.masks[at : at+options] {
			if mask&single == 0 {
				continue
			}
			if union&mask != 0 {
				return true
			}
			union |= mask
			n.chosen = append(n.chosen, mask)
			if single &^= mask; single == 0 {
				break
			}
		}
		if !s.limits.Enter(&s.result.Counts) {
			return false
		}
		needed &^= union
		if needed == 0 {
			return s.found(root)
		}
		n.room(at + 2*options)
		var left int
		left, t = filter(n.masks[at+options:], n.masks[at:at+options], union)
		s.result.Updates += uint64(options - left)
		at, options = at+options, left
	}
	depth := len(n.chosen)
	rarest := needed &^ t.three
	if rarest == 0 {
		rarest = fewest(n.masks[at:at+options], needed)
	}
	item := rarest & -rarest
	n.room(at + 2*options)
	for i := at; i < at+options; i++ {
		mask := n.masks[i]
		if mask&item == 0 {
			continue
		}
		if !s.limits.Enter(&s.result.Counts) {
			return false
		}
		n.chosen = append(n.chosen[:depth], mask)
		if needed&^mask == 0 {
			if !s.found(root) {
				return false
			}
			continue
		}
		left, t := filter(n.masks[at+options:], n.masks[at:at+options], mask)
		s.result.Updates += uint64(options - left)
		if !s.descend(root, at+options, left, needed&^mask, t) {
			return false
		}
	}
	return true
}

// filter copies the options without an item of taken, tallies them and returns their number.
func filter(to, from []uint64, taken uint64) (int, tally) {
	n := 0
	to = to[:len(from)]
	for _, mask := range from {
		to[n] = mask
		if mask&taken == 0 {
			n++
		}
	}
	var t tally
	for _, mask := range to[:n] {
		t.three |= t.two & mask
		t.two |= t.one & mask
		t.one |= mask
	}
	return n, t
}

// fewest returns the needed items with the fewest options.
func fewest(options []uint64, needed uint64) uint64 {
	var planes [maxPlanes]uint64
	add(&planes, options)
	for p := bits.Len(uint(len(options))) - 1; p >= 0; p-- {
		if fewer := needed &^ planes[p]; fewer != 0 {
			needed = fewer
		}
	}
	return needed
}

// found counts a cover: the options chosen in frames, and those chosen here.
func (s *Solver) found(root *frame) (more bool) {
	if s.result.Solutions == 0 {
		n := &s.narrow
		n.first = append(n.first[:0], s.chosen...)
		for _, mask := range n.chosen {
			n.first = append(n.first, s.numberOf(root, mask))
		}
	}
	s.result.Found(s.narrow.first)
	return s.result.Solutions < s.limits.Wanted()
}

// numberOf returns the number of the first option with this mask. If there is another, it
// has the same live items, and can take its place in any cover.
func (s *Solver) numberOf(root *frame, mask uint64) int32 {
	for i, m := range s.column(*root, 0) {
		if m == mask {
			return int32(s.column(*root, root.words)[i])
		}
	}
	panic("bits: a mask of no option")
}
