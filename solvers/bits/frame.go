package bits

// frame is one level of the search: what is left to cover, and with which options. It lies
// in Solver.frames from at on: first the mask of the needed items, then a column for each
// word of a mask with that word of each option, then a column with the numbers of the
// options. Columns are stride words long.
type frame struct {
	at      int
	words   int // per mask
	options int
	stride  int
}

// end returns the place behind the frame.
func (f frame) end() int { return f.at + f.words + (f.words+1)*f.stride }

// frame makes room for a frame at this place, with at most this many options.
func (s *Solver) frame(at, words, options int) frame {
	f := frame{at: at, words: words, stride: options}
	if end := f.end(); end > len(s.frames) {
		grown := make([]uint64, max(end, 2*len(s.frames)))
		copy(grown, s.frames)
		s.frames = grown
	}
	s.counts.planes = sized(s.counts.planes, words)
	s.union = sized(s.union, words)
	s.rarest = sized(s.rarest, words)
	return f
}

// needed returns the mask of the items of f that are still to be covered.
func (s *Solver) needed(f frame) []uint64 { return s.frames[f.at:][:f.words] }

// column returns column w of f: words of masks, and the numbers of the options last.
func (s *Solver) column(f frame, w int) []uint64 {
	return s.frames[f.at+f.words+w*f.stride:][:f.stride]
}

// count counts the options of f.
func (s *Solver) count(f frame) {
	for w := range f.words {
		s.counts.take(w, s.column(f, w)[:f.options])
	}
}
