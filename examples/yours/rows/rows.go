// Package rows solves exact cover problems: it covers the item that has the fewest options first.
package rows

import (
	"slices"

	"gridjudge/solvers"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{Name: "rows", Doc: "the item with the fewest options first",
	NewCover: func() solvers.CoverSolver { return &solver{} }}

type solver struct {
	matrix  *solvers.Matrix
	limits  solvers.Limits
	result  *solvers.Cover
	covered []bool  // by item
	left    []int32 // by primary item: how many options fit
	chosen  []int32 // options
}

// Solve counts the covers of matrix.
func (s *solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	r.Reset()
	if !limits.Fit(uint64(matrix.Items()+3*4*matrix.Primary), &r.Counts) {
		return
	}
	s.matrix, s.limits, s.result = matrix, limits, r
	s.covered = slices.Grow(s.covered[:0], matrix.Items())[:matrix.Items()]
	s.left = slices.Grow(s.left[:0], matrix.Primary)[:matrix.Primary]
	s.chosen = slices.Grow(s.chosen[:0], matrix.Primary)
	clear(s.covered)
	s.search()
}

// search reports whether to go on.
func (s *solver) search() bool {
	if !s.limits.Enter(&s.result.Counts) {
		return false
	}
	item := s.choose()
	if item < 0 {
		s.result.Found(s.chosen)
		return s.result.Solutions < s.limits.Wanted()
	}
	for o, option := range s.matrix.All() {
		if slices.Contains(option, int32(item)) && s.fits(option) {
			s.chosen = append(s.chosen, int32(o))
			s.cover(option, true)
			s.result.Updates++
			more := s.search()
			s.cover(option, false)
			s.chosen = s.chosen[:len(s.chosen)-1]
			if !more {
				return false
			}
		}
	}
	return true
}

// choose returns the primary item that is not covered and has the fewest options that fit; -1 if all are covered.
func (s *solver) choose() int {
	clear(s.left)
	for _, option := range s.matrix.All() {
		if s.fits(option) {
			for _, item := range option {
				if int(item) < s.matrix.Primary {
					s.left[item]++
				}
			}
		}
	}
	best := -1
	for item, n := range s.left {
		if !s.covered[item] && (best < 0 || n < s.left[best]) {
			best = item
		}
	}
	return best
}

// fits reports whether no item of an option is covered.
func (s *solver) fits(option []int32) bool {
	return !slices.ContainsFunc(option, func(item int32) bool { return s.covered[item] })
}

// cover says of each item of an option whether it is covered.
func (s *solver) cover(option []int32, is bool) {
	for _, item := range option {
		s.covered[item] = is
	}
}
