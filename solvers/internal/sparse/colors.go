package sparse

// tryColored does the same as the function try, but for a matrix with colours. With colours, two options of a cover may
// contain the same item. So an item of this option may have been removed already, by an earlier option that gives it
// the same colour. tryColored leaves such an item alone. The function try does not test for such items, so that
// matrices without colours do not pay for the test.
func (s *Sets) tryColored(i uint32) bool {
	before := s.left
	for j := i + 1; j != i; j++ {
		item := s.nodes[j].item
		if uint(item) >= uint(len(s.sets)) {
			j += item - 1
			continue
		}
		if s.sets[item].pos < before {
			s.takeOut(item)
		}
	}
	for j := i + 1; j != i; j++ {
		item := s.nodes[j].item
		if uint(item) >= uint(len(s.sets)) {
			j += item - 1
			continue
		}
		if s.sets[item].pos < before && !s.hideOthers(item, s.colors[j], before, s.left) {
			s.forced = s.forced[:0]
			return false
		}
	}
	return true
}

// hideOthers does the same as hide, but for a matrix with colours. There are two differences.
//
// First, hideOthers may leave some options of the item. The parameter color is the colour that the chosen option gives
// the item. Options that give the item the same colour can still be chosen, so hideOthers hides only the options that
// give it another colour or none. If color is 0, no other option may contain the item, so hideOthers hides all of them.
//
// Second, hideOthers leaves some sets alone. It hides an option only from the sets of items that had not been removed
// before. For example, suppose that an earlier option gave item w the colour 1. This removed w. It did not hide the
// other options that give w the colour 1, because they can still be chosen. One of these options may now have to be
// hidden because of another item. hideOthers then does not change the set of w. It recognizes w by its position in the
// slice active: items that were removed earlier come last, from position `before` on.
func (s *Sets) hideOthers(item uint32, color int32, before, checked uint32) bool {
	hidden := s.sets[item]
	s.given[item] = color
	for _, i := range s.cells[hidden.first : hidden.first+hidden.size] {
		if color > 0 && s.colors[i] == color {
			continue
		}
		for j := i + 1; j != i; j++ {
			n := &s.nodes[j]
			other := n.item
			if uint(other) >= uint(len(s.sets)) {
				j += other - 1
				continue
			}
			set := &s.sets[other]
			if set.pos >= before {
				continue
			}
			size := set.size - 1
			if size <= 1 && other < s.primary && set.pos < checked {
				if size == 0 {
					return false
				}
				s.forced = append(s.forced, other)
			}
			set.size = size
			last := set.first + size
			moved, loc := s.cells[last], n.loc
			s.cells[last], s.cells[loc] = j, moved
			n.loc, s.nodes[moved].loc = last, loc
			s.Updates++
		}
	}
	return true
}
