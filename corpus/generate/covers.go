package generate

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// matrices completes a request for cases of an exact cover problem.
func (r *Recipe) matrices(q *Request, problem *covers.Format) error {
	if *r != (Recipe{Problem: r.Problem, From: r.From, Count: r.Count, Seed: r.Seed, Tier: r.Tier}) || r.Tier == "" {
		return fmt.Errorf("--problem %s: --tier, and nothing else, says which cases to make", r.Problem)
	}
	others := func(t matrices.Tier) bool { return t.Problem != r.Problem }
	tier, err := corpus.Lookup("tier", r.Tier, slices.DeleteFunc(matrices.Tiers(), others), func(t matrices.Tier) string { return t.Name })
	if err != nil {
		return fmt.Errorf("--tier: %w", err)
	}
	q.Matrices, q.Covers = &tier, 1
	if problem.CountsAll() {
		q.Covers = math.MaxUint64
	}
	return nil
}

// coverMaker returns a maker for cases of an exact cover problem. Both provers must find the same
// number of covers.
func (r *Request) coverMaker(cancel *atomic.Bool) maker {
	var provers [2]solvers.CoverSolver
	for i, spec := range r.Provers {
		provers[i] = spec.NewCover()
	}
	return func(i int) outcome {
		matrix := r.Matrices.Make(r.Seed, i)
		var found [2]solvers.Cover
		for p, s := range provers {
			s.Solve(matrix, solvers.Limits{Solutions: r.Covers, Cancel: cancel}, &found[p])
			if stopped := found[p].Stopped; stopped != solvers.Finished && stopped != solvers.Cancelled {
				return outcome{err: fmt.Errorf("case %d: %s: %s", i, r.Provers[p].Name, stopped)}
			}
			if found[p].Solutions > 0 {
				if err := matrix.Check(found[p].First); err != nil {
					return outcome{err: fmt.Errorf("case %d: %s: %w", i, r.Provers[p].Name, err)}
				}
			}
		}
		n := found[0].Solutions
		if other := found[1].Solutions; n != other {
			return outcome{err: fmt.Errorf("two proofs differ on case %d: %s finds %d covers, %s finds %d",
				i, r.Provers[0].Name, n, r.Provers[1].Name, other)}
		}
		known := cases.Certificate{N: n, Is: cases.Exactly}
		if n == r.Covers && n < math.MaxUint64 {
			known.Is = cases.LowerBound
		}
		proven := covers.Case{Matrix: *matrix, Solutions: known}
		return outcome{Puzzle: Puzzle{Case: &covers.List{Cases: []covers.Case{proven}}, Answer: covers.Answer(&found[0])}}
	}
}
