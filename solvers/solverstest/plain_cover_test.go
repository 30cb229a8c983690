package solverstest

import (
	"slices"

	"gridjudge/solvers"
)

// plainCover is an honest contestant for matrices. It goes through the primary items in order, and
// tries every option of an item that does not clash with the options chosen before.
type plainCover struct {
	matrix *solvers.Matrix
	limits solvers.Limits
	result *solvers.Cover
	uses   []int32 // for each item, how many chosen options have it
	colors []int32 // and the colour in which they have it
	chosen []int32

	twice    bool // a fault: secondary items may be covered twice
	deep     int  // a fault, unless 0: as twice, but only once this many options have been chosen
	last     bool // a fault: the last cover is returned as the first
	careless bool // a fault: a primary item without options is only noticed in its turn
	purifies bool // a fault: the second option with a colour purifies the item again, so that going back from it frees the item
	plain    bool // a fault: an option that has the item without a colour goes with options that give it one
}

func (s *plainCover) Solve(m *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	r.Reset()
	if !limits.Fit(uint64(2*4*m.Items()+2*4*m.Primary), &r.Counts) { // uses, colors, chosen and the copy of chosen
		return
	}
	s.matrix, s.limits, s.result, s.chosen = m, limits, r, slices.Grow(s.chosen[:0], m.Primary)
	s.search(s.hopeless())
}

// hopeless returns the first primary item without options, so that the search begins with it. If there
// is none, it returns 0. No item is covered yet.
func (s *plainCover) hopeless() int32 {
	s.uses = slices.Grow(s.uses[:0], s.matrix.Items())[:s.matrix.Items()]
	s.colors = slices.Grow(s.colors[:0], s.matrix.Items())[:s.matrix.Items()]
	defer clear(s.uses)
	clear(s.uses)
	for _, item := range s.matrix.Members {
		s.uses[item]++
	}
	if item := slices.Index(s.uses[:s.matrix.Primary], 0); item > 0 && !s.careless {
		return int32(item)
	}
	return 0
}

// search returns false if no more covers are wanted.
func (s *plainCover) search(item int32) bool {
	if !s.limits.Enter(&s.result.Counts) {
		return false
	}
	for int(item) < s.matrix.Primary && s.uses[item] > 0 {
		item++
	}
	if int(item) == s.matrix.Primary {
		s.result.Found(s.chosen)
		if s.last {
			s.result.First = append(s.result.First[:0], s.chosen...)
		}
		return s.result.Solutions < s.limits.Wanted()
	}
	for o, option := range s.matrix.All() {
		if !slices.Contains(option, item) || s.clashes(o, option) {
			continue
		}
		s.chosen = append(s.chosen, int32(o))
		for n, i := range option {
			s.uses[i]++
			s.colors[i] = s.matrix.ColorOf(o, n)
		}
		s.result.Updates++
		more := s.search(item + 1)
		s.chosen = s.chosen[:len(s.chosen)-1]
		for _, i := range option {
			if s.uses[i]--; s.purifies {
				s.uses[i] = 0
			}
		}
		if !more {
			return false
		}
	}
	return true
}

func (s *plainCover) clashes(o int, option []int32) bool {
	ignored := s.twice || s.deep > 0 && len(s.chosen) >= s.deep
	for n, item := range option {
		color := s.matrix.ColorOf(o, n)
		agrees := color == s.colors[item] && color > 0 || s.plain && color != s.colors[item] && (color == 0 || s.colors[item] == 0)
		if s.uses[item] > 0 && !agrees && !(ignored && int(item) >= s.matrix.Primary) {
			return true
		}
	}
	return false
}

func coverSpec(make func() solvers.CoverSolver) solvers.Spec {
	return solvers.Spec{Name: "plain", Doc: "plain", NewCover: make, Colors: true}
}
