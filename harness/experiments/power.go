package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gridjudge/harness/results"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

const (
	powerWanted = 0.95
	injected    = 0.03
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
	targets := slices.DeleteFunc(slices.Clone(benchmarks), takesBatches)
	if len(targets) == 0 {
		return fmt.Errorf("no benchmark can be slowed: all solve batches")
	}
	rng := rand.New(rand.NewPCG(s.seed, 1))
	sum, err := s.compareAll(ctx, r, benchmarks, func() slowdown { return slowdown{targets[rng.IntN(len(targets))], injected} })
	if err != nil {
		return err
	}
	r.say("A slowdown of %g %% in one of %d benchmarks was found in %d of %d tries.",
		100*injected, len(benchmarks), sum.found, s.tries)
	r.say("Of the %d other comparisons, %d were called regressions and %d inconclusive.",
		s.tries*(len(benchmarks)-1), sum.regressions, sum.inconclusive)
	switch {
	case float64(sum.found) < powerWanted*float64(s.tries):
		return fmt.Errorf("%w: the slowdown was found in %d of %d tries", errRefuted, sum.found, s.tries)
	case sum.slow > 0:
		return fmt.Errorf("%w: %d of %d tries took longer than %v", errRefuted, sum.slow, s.tries, slowestTry)
	}
	return nil
}

// takesBatches reports whether the contestant is a BatchSolver.
func takesBatches(b results.Benchmark) bool {
	return slices.ContainsFunc(all.Contestants, func(spec solvers.Spec) bool {
		_, batches := spec.New(spec.Sizes[0]).(solvers.BatchSolver)
		return spec.Name == b.Solver && batches
	})
}

// silence claims that compare calls nothing a regression when a program is compared with itself while another process
// loads one core in bursts.
func silence(ctx context.Context, s *settings, r *record) error {
	benchmarks, err := s.shortest(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go loadInBursts(ctx)
	sum, err := s.compareAll(ctx, r, benchmarks, func() slowdown { return slowdown{} })
	if err != nil {
		return err
	}
	r.say("A program was compared with itself %d times on %d benchmarks, with one core loaded in bursts.",
		s.tries, len(benchmarks))
	r.say("compare called %d comparisons regressions and %d inconclusive.", sum.regressions, sum.inconclusive)
	r.say("benchstat (wall time, p < 0.05) flags %d if the first half of the samples is compared with the second.", sum.halves)
	if sum.regressions > 0 {
		return fmt.Errorf("%w: %d comparisons of a program with itself were called regressions", errRefuted, sum.regressions)
	}
	return nil
}

// loadInBursts loads one core for two of every five seconds. It runs in this process; the programs that are measured
// are others.
func loadInBursts(ctx context.Context) {
	for ctx.Err() == nil {
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end) && ctx.Err() == nil; {
		}
		select {
		case <-ctx.Done():
		case <-time.After(3 * time.Second):
		}
	}
}
