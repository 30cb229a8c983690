package solverstest

import (
	"slices"

	"gridjudge/solvers"
)

// plainCover is an honest contestant for matrices. It goes through the primary items in order, and
// tries every option of an item that does not clash with the options chosen before.
type plainCover struct {
	matrix  *solvers.Matrix
	limits  solvers.Limits
	result  *solvers.Cover
	covered []bool
	chosen  []int32

	twice    bool // a fault: secondary items may be covered twice
	deep     int  // a fault, unless 0: as twice, but only once this many options have been chosen
	last     bool // a fault: the last cover is returned as the first
	careless bool // a fault: a primary item without options is only noticed in its turn
}

func (s *plainCover) Solve(m *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	r.Reset()
	if !limits.Fit(uint64(m.Items()+2*4*m.Primary), &r.Counts) { // covered, chosen and the copy of chosen
		return
	}
	s.matrix, s.limits, s.result, s.chosen = m, limits, r, slices.Grow(s.chosen[:0], m.Primary)
	s.search(s.hopeless())
}

// hopeless returns the first primary item without options, so that the search begins with it. If there
// is none, it returns 0. No item is covered yet.
func (s *plainCover) hopeless() int32 {
	s.covered = slices.Grow(s.covered[:0], s.matrix.Items())[:s.matrix.Items()]
	defer clear(s.covered)
	clear(s.covered)
	s.set(s.matrix.Members, true)
	if item := slices.Index(s.covered[:s.matrix.Primary], false); item > 0 && !s.careless {
		return int32(item)
	}
	return 0
}

// search returns false if no more covers are wanted.
func (s *plainCover) search(item int32) bool {
	if !s.limits.Enter(&s.result.Counts) {
		return false
	}
	for int(item) < s.matrix.Primary && s.covered[item] {
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
		if !slices.Contains(option, item) || slices.ContainsFunc(option, s.clashes) {
			continue
		}
		s.chosen = append(s.chosen, int32(o))
		s.set(option, true)
		s.result.Updates++
		more := s.search(item + 1)
		s.chosen = s.chosen[:len(s.chosen)-1]
		s.set(option, false)
		if !more {
			return false
		}
	}
	return true
}

func (s *plainCover) clashes(item int32) bool {
	ignored := s.twice || s.deep > 0 && len(s.chosen) >= s.deep
	return s.covered[item] && !(ignored && int(item) >= s.matrix.Primary)
}

func (s *plainCover) set(option []int32, covered bool) {
	for _, item := range option {
		s.covered[item] = covered
	}
}

func coverSpec(make func() solvers.CoverSolver) solvers.Spec {
	return solvers.Spec{Name: "plain", Doc: "plain", NewCover: make}
}
