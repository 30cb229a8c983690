package main

import (
	"context"
	"flag"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// comparing holds what power and silence have in common: both run compare many
// times, at the settings that users get.
type comparing struct {
	program        programs
	sample         time.Duration
	sets           string
	rounds, tries  int
	seed           uint64
	mostBenchmarks int
}

// defaultSeed is that of all experiments.
const defaultSeed = 20260101

func (c *comparing) declare(flags *flag.FlagSet) {
	flags.DurationVar(&c.sample, "time", compare.DefaultTime, "least length of a sample")
	flags.StringVar(&c.sets, "sets", "all", "sets to choose from; those that take long are left out")
	flags.IntVar(&c.rounds, "rounds", compare.DefaultRounds, "rounds of a comparison")
	flags.IntVar(&c.tries, "tries", 20, "number of comparisons")
	flags.IntVar(&c.mostBenchmarks, "benchmarks", 50, "number of benchmarks: those with the shortest passes")
	flags.Uint64Var(&c.seed, "seed", defaultSeed, "seed of all random choices")
}

// choose checks the settings and returns the benchmarks.
func (c *comparing) choose(ctx context.Context, r *record) ([]results.Benchmark, error) {
	if c.tries < 1 || c.mostBenchmarks < 2 || c.rounds < stats.MinSamples || c.sample <= 0 {
		return nil, badUsage("want --tries of 1 or more, --benchmarks of 2 or more, --rounds of %d or more and a positive --time", stats.MinSamples)
	}
	program, err := c.program(c, slowdown{})
	if err != nil {
		return nil, err
	}
	benchmarks, err := shortest(ctx, program, c.mostBenchmarks)
	if err == nil && !r.manifest.Short && len(benchmarks) < c.mostBenchmarks {
		return nil, badUsage("only %d benchmarks have passes below %v: lower --benchmarks", len(benchmarks), longestPass)
	}
	return benchmarks, err
}

// batches reports whether a contestant is a BatchSolver.
func batches(name string) bool {
	for i := range all.Contestants {
		if s := &all.Contestants[i]; s.Name == name {
			_, ok := s.New(s.Sizes[0]).(solvers.BatchSolver)
			return ok
		}
	}
	return false
}
