package cdcl

import (
	"math"
	"math/rand/v2"
	"testing"

	"gridjudge/solvers"
)

// crowded makes a matrix without a cover: each pigeon needs a hole of its own, and there is one hole too few.
func crowded(rng *rand.Rand, holes int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: holes + 1, Secondary: holes}
	for _, o := range rng.Perm((holes + 1) * holes) {
		m.Add([]int32{int32(o / holes), int32(holes + 1 + o%holes)})
	}
	return m
}

// TestStampsThatWrapChangeNothing begins searches shortly before the number of rounds wraps around. A
// matrix that was solved before has left stamps with the numbers of the first rounds. Answers and
// counters must nevertheless be the same as with a new solver.
func TestStampsThatWrapChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 32))
	limits := solvers.Limits{Solutions: math.MaxUint64, Nodes: 400}
	wrapped := 0
	for range 20 {
		before, m := crowded(rng, 7), crowded(rng, 7)
		var want, got solvers.Cover
		NewCover().Solve(m, limits, &want)
		for _, rounds := range []uint32{1, 10, 100} {
			c := &CoverSolver{}
			c.Solve(before, limits, &got)
			c.solver.analysis.round = math.MaxUint32 - rounds
			c.Solve(m, limits, &got)
			if c.solver.analysis.round < math.MaxUint32/2 {
				wrapped++
			}
			if got.Counts != want.Counts {
				t.Errorf("%d rounds before the end: %v, want %v", rounds, got.Counts, want.Counts)
			}
		}
	}
	if wrapped < 50 {
		t.Errorf("the rounds of %d searches wrapped: too few for a test", wrapped)
	}
}
