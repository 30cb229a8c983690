package bits

import "math/bits"

// live returns the number of items that still decide something in f, for which s.counts are.
func (s *Solver) live(f frame) int {
	n := 0
	for w, needed := range s.needed(f) {
		n += bits.OnesCount64(s.counts.live(w, needed))
	}
	return n
}

// squeeze makes a frame above f that says the same with shorter masks: the live items,
// of which there are this many, are numbered anew, in their order.
func (s *Solver) squeeze(f frame, live int) frame {
	lives := s.rarest
	for w, needed := range s.needed(f) {
		lives[w] = s.counts.live(w, needed)
	}
	to := s.frame(f.end(), (live+63)/64, f.options)
	to.options = f.options
	clear(s.frames[to.at:to.end()])
	s.number = sized(s.number, 64*f.words)
	numbered := 0
	for w, needed := range s.needed(f) {
		for items := lives[w]; items != 0; items &= items - 1 {
			item := bits.TrailingZeros64(items)
			s.number[64*w+item] = int32(numbered)
			s.needed(to)[numbered/64] |= needed >> item & 1 << (numbered % 64)
			numbered++
		}
	}
	masks := s.frames[to.at+to.words:]
	for w := range f.words {
		number := s.number[64*w:][:64]
		for i, mask := range s.column(f, w)[:f.options] {
			for items := mask & lives[w]; items != 0; items &= items - 1 {
				bit := number[bits.TrailingZeros64(items)&63]
				masks[int(bit/64)*to.stride+i] |= 1 << (bit % 64)
			}
		}
	}
	copy(s.column(to, to.words), s.column(f, f.words))
	s.count(to)
	return to
}
