package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

const (
	powerWanted = 0.95
	slowestTry  = 3 * time.Minute
)

// power claims that compare finds a slowdown of 3 % in one of 50 benchmarks in 95 % of all tries, each within three
// minutes. It slows down a benchmark drawn at random, compares, and counts how often compare names it.
func power(ctx context.Context, s *settings, r *record) error {
	benchmarks, err := s.shortest(ctx)
	if err != nil {
		return err
	}
	// A slowed solver is no BatchSolver, so the solvers of batches are left out.
	targets := slices.DeleteFunc(slices.Clone(benchmarks), func(b results.Benchmark) bool {
		return takesBatches(b.Solver)
	})
	if len(targets) == 0 {
		return fmt.Errorf("no benchmark can be slowed: all solve batches")
	}
	if err := r.row("try", "set", "solver", "verdict", "change", "change_low", "change_high", "q", "floor",
		"other_regressions", "other_inconclusive", "suspects", "seconds", "load"); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(s.seed, 1))
	found, regressions, inconclusive, slow := 0, 0, 0, 0
	for try := range s.tries {
		target := targets[rng.IntN(len(targets))]
		t, err := s.compare(ctx, try, slowdown{target, 0}, slowdown{target, s.share}, benchmarks)
		if err != nil {
			return err
		}
		ratio := t.target.Effect.Ratio
		if err := r.row(
			try+1, target.Set, target.Solver, t.target.Verdict, ratio.Center-1, ratio.Lo-1, ratio.Hi-1,
			t.target.Q, t.target.Floor, t.regressions, t.inconclusive, t.suspects, t.took.Seconds(), machine.Load(),
		); err != nil {
			return err
		}
		if t.target.Verdict == compare.Regression {
			found++
		}
		if t.took > slowestTry {
			slow++
		}
		regressions, inconclusive = regressions+t.regressions, inconclusive+t.inconclusive
	}
	r.say("A slowdown of %g %% in one of %d benchmarks was found in %d of %d tries.",
		100*s.share, len(benchmarks), found, s.tries)
	r.say("Of the %d other comparisons, %d were called regressions and %d inconclusive.",
		s.tries*(len(benchmarks)-1), regressions, inconclusive)
	switch {
	case float64(found) < powerWanted*float64(s.tries):
		return fmt.Errorf("%w: the slowdown was found in %d of %d tries", errRefuted, found, s.tries)
	case slow > 0:
		return fmt.Errorf("%w: %d of %d tries took longer than %v", errRefuted, slow, s.tries, slowestTry)
	}
	return nil
}

// takesBatches reports whether a contestant is a BatchSolver.
func takesBatches(name string) bool {
	return slices.ContainsFunc(all.Contestants, func(spec solvers.Spec) bool {
		_, batches := spec.New(spec.Sizes[0]).(solvers.BatchSolver)
		return spec.Name == name && batches
	})
}
