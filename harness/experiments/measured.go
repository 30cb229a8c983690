package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/results"
)

// measuredVerb makes this program the gridjudge that an experiment measures or
// kills: the verb bench, with the slowdown that slowdownVariable injects.
const measuredVerb = "bench"

// programs returns a program to measure, with an injected slowdown. Tests put
// simulated programs in the place of workers.
type programs func(c *comparing, s slowdown) (compare.Program, error)

// workers returns this program as the one to measure.
func workers(c *comparing, s slowdown) (compare.Program, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return compare.Executable{
		Name: "this program", Path: self,
		Args: []string{"--time", c.sample.String(), "--seed", strconv.FormatUint(c.seed, 10), "--set", c.sets},
		Env:  []string{slowdownVariable + "=" + s.String()},
	}, nil
}

// longestPass is that of a benchmark which an experiment on comparing measures.
const longestPass = 50 * time.Millisecond

// shortest are the most benchmarks of a program, or fewer, with the shortest
// passes, all below longestPass, that are accepted.
func shortest(ctx context.Context, program compare.Program, most int) ([]results.Benchmark, error) {
	started, err := program.Start(ctx, -1)
	if err != nil {
		return nil, err
	}
	defer started.Close()
	type timed struct {
		benchmark results.Benchmark
		pass      time.Duration
	}
	var all []timed
	for _, info := range started.Benchmarks() {
		// Sets that take all solvers long, or only some solvers, are left out.
		if strings.Contains(info.Set, "extreme") || strings.Contains(info.Set, "adversarial") || strings.Contains(info.Set, "hard") {
			continue
		}
		sample, err := started.Sample(ctx, bench.Request{Benchmark: info.Benchmark(), Passes: 1})
		var fault *results.Rejection
		switch {
		case errors.As(err, &fault):
		case err != nil:
			return nil, err
		case sample.Rejected.IsZero() && sample.Time.CPU < longestPass:
			all = append(all, timed{info.Benchmark(), sample.Time.CPU})
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no benchmark has a pass short enough to be measured")
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.pass, b.pass) })
	var chosen []results.Benchmark
	for _, t := range all[:min(most, len(all))] {
		chosen = append(chosen, t.benchmark)
	}
	return chosen, nil
}

// comparison compares two programs as the verb compare does.
func comparison(old, new compare.Program, seed uint64, rounds int, sample time.Duration, benchmarks []results.Benchmark) *compare.Experiment {
	return &compare.Experiment{
		Programs: [2]compare.Program{old, new}, Seed: seed, Rounds: rounds, Parts: compare.Parts(sample), CPUs: bench.Processors(),
		Rules: compare.DefaultRules, Benchmarks: benchmarks, Budget: compare.Budget,
	}
}
