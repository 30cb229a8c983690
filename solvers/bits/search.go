package bits

// search visits the covers of the problem in frame f, for which s.counts are. It returns
// whether the search is to go on.
func (s *Solver) search(f frame) (more bool) {
	for {
		options := s.counts.fewest(s.needed(f), s.rarest)
		if options == 0 {
			return true
		}
		if live := s.live(f); live <= 64 {
			return s.searchNarrow(f)
		} else if live <= 32*f.words {
			f = s.squeeze(f, live)
			s.counts.fewest(s.needed(f), s.rarest)
		}
		if options > 1 {
			break
		}
		if !s.force(f) {
			return true
		}
		child, more := s.step(f)
		if child.options == 0 {
			return more
		}
		f = child
	}
	w := 0
	for s.rarest[w] == 0 {
		w++
	}
	item := s.rarest[w] & -s.rarest[w]
	column := s.column(f, w)
	depth := len(s.chosen)
	for i := range f.options {
		if column[i]&item == 0 {
			continue
		}
		s.chosen = s.chosen[:depth]
		s.union = s.union[:f.words]
		clear(s.union)
		s.choose(f, i)
		child, more := s.step(f)
		if child.options > 0 {
			more = s.search(child)
		}
		if !more {
			return false
		}
	}
	return true
}

// choose adds option i of f to the union. It returns false if the two have an item in common.
func (s *Solver) choose(f frame, i int) bool {
	clash := uint64(0)
	for w := range f.words {
		mask := s.column(f, w)[i]
		clash |= s.union[w] & mask
		s.union[w] |= mask
	}
	s.chosen = append(s.chosen, int32(s.column(f, f.words)[i]))
	return clash == 0
}

// force takes the only options of the rarest items, all at once. It returns false if
// two of them have an item in common.
func (s *Solver) force(f frame) bool {
	clear(s.union)
	for w := range f.words {
		column := s.column(f, w)
		for i := 0; i < f.options && s.rarest[w]&^s.union[w] != 0; i++ {
			if column[i]&s.rarest[w]&^s.union[w] != 0 && !s.choose(f, i) {
				return false
			}
		}
	}
	return true
}

// step enters the problem that the options in s.union leave of frame f: it makes its frame
// above f, with the options that have no item in common with them. A frame without options
// says that there is nothing left to search.
func (s *Solver) step(f frame) (child frame, more bool) {
	if !s.limits.Enter(&s.result.Counts) {
		return frame{}, false
	}
	missing := uint64(0)
	for w, needed := range s.needed(f) {
		missing |= needed &^ s.union[w]
	}
	if missing == 0 {
		s.result.Found(s.chosen)
		return frame{}, s.result.Solutions < s.limits.Wanted()
	}
	left := s.compatible(f)
	s.result.Updates += uint64(f.options - left)
	if left == 0 {
		return frame{}, true
	}
	child = s.frame(f.end(), f.words, left)
	child.options = left
	for w, needed := range s.needed(f) {
		s.needed(child)[w] = needed &^ s.union[w]
	}
	for w := range f.words + 1 {
		to, from := s.column(child, w), s.column(f, w)
		for i, k := range s.keep[:left] {
			to[i] = from[k]
		}
	}
	s.count(child)
	return child, true
}

// compatible puts the places of the options of f that have no item of s.union into
// s.keep, in order, and returns their number.
func (s *Solver) compatible(f frame) int {
	left := f.options
	for i := range left {
		s.keep[i] = int32(i)
	}
	for w, taken := range s.union {
		if taken == 0 {
			continue
		}
		column := s.column(f, w)
		n := 0
		for _, i := range s.keep[:left] {
			s.keep[n] = i
			if column[i]&taken == 0 {
				n++
			}
		}
		left = n
	}
	return left
}
