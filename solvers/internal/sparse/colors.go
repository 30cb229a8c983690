package sparse

// tryColored does the same as try, but for a matrix with colours. In such a matrix, an earlier option may have removed
// an item of this option already, if both give the item the same colour. tryColored leaves such an item alone. try does
// not look for such items, so that matrices without colours do not pay for the test.
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

// hideOthers does the same as hide, but for a matrix with colours. The parameter color is the colour that the chosen
// option gives the item. hideOthers hides only those options of the item that disagree, because they give it another
// colour or none. If color is 0, no other option may contain the item, so hideOthers hides all of them.
//
// There is one more difference. hide never meets an item that an earlier option has removed, but hideOthers does:
// options that agree in the colour of an item stay when the item is removed, and may be hidden later because of another
// item. hideOthers leaves the removed items of such an option alone. They are the items beyond active[:before].
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
