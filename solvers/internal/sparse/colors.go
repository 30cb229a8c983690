package sparse

// tryColored does the same as try if the matrix has colours. An item of the option that was removed
// before stays as it is, because the earlier option has given it the same colour. try does not ask this,
// so that matrices without colours do not pay for it.
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

// hideOthers does for a matrix with colours what hide does without them. The chosen option gives the item a colour, so
// hideOthers hides only those options of the item that disagree, because they give it another colour or none. If color
// is 0, it hides all of them. The options that agree stay, although they may contain items that earlier options have
// removed. So, unlike hide, hideOthers meets removed items in the options that it hides. It leaves these items alone:
// they are the ones beyond active[:before].
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
