package cdcl

import (
	"math"
	"testing"

	"gridjudge/solvers"
)

// TestDecisions makes decisions in an empty grid in which one cell has only two candidates. The smallest
// group of a candidate of this cell has two members, and the smallest group of all other candidates has
// four, because a triad has three cells.
func TestDecisions(t *testing.T) {
	const cell = 40
	s := New(9)
	for c := range s.encoding.candidates {
		s.encoding.candidates[c] = 1<<9 - 1
	}
	s.encoding.candidates[cell] = 0b11
	s.singles.load(solvers.NewGrid(9))
	s.encoding.build()
	large, small := s.encoding.literalOf[0], s.encoding.literalOf[cell*9]
	for about, c := range map[string]struct {
		activity float64 // of large; the one of small is 6
		assigned bool    // whether small is assigned already
		want     literal
	}{
		"a higher activity that the size of the group outweighs": {11, false, small},
		"an activity that outweighs the size of the group":       {13, false, large},
		"equal quotients":                       {12, false, large},
		"a lower activity and a larger group":   {5, false, small},
		"an assigned variable in a small group": {11, true, large},
	} {
		s.reset(math.MaxUint64)
		s.vsids.activity[large.variable()], s.vsids.activity[small.variable()] = c.activity, 6
		for v := range variable(s.encoding.variables) {
			s.vsids.insert(v)
		}
		if c.assigned {
			s.assign(small, byNothing)
		}
		if !s.decideNext() || s.trail[len(s.trail)-1] != c.want {
			t.Errorf("%s: decision %d, want %d", about, s.trail[len(s.trail)-1], c.want)
		}
	}
}
