package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

var powerExperiment = experiment{
	name:  "power",
	claim: "compare finds a slowdown of 3 % in one of 50 benchmarks in 95 % of all tries, each within three minutes",
	setUp: func(flags *flag.FlagSet) runner { return newPower(flags, workers) },
	short: map[string]string{"tries": "1", "benchmarks": "4", "sets": "poj3074/sample,poj3074/named", "time": "5ms", "rounds": "6", "slowdown": "3", "resamples": "20"},
}

// power injects a slowdown into a benchmark drawn at random, compares, and
// counts how often compare names it.
type power struct {
	comparing
	slowdown  float64
	resamples int
}

func newPower(flags *flag.FlagSet, p programs) *power {
	e := &power{comparing: comparing{program: p}}
	e.declare(flags)
	flags.Float64Var(&e.slowdown, "slowdown", 0.03, "share of work that is injected")
	flags.IntVar(&e.resamples, "resamples", 400, "tries of each point of the power curve, resampled from all rounds")
	return e
}

// The claim.
const (
	powerWanted = 0.95
	slowestTry  = 3 * time.Minute
)

func (e *power) run(ctx context.Context, r *record) error {
	benchmarks, err := e.choose(ctx, r)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.seed, 1))
	pool := &compare.Resampler{
		Rules: compare.DefaultRules, Rounds: e.rounds, Rand: rng,
		Old: map[results.Benchmark][]float64{}, New: map[results.Benchmark][]float64{},
	}
	if err := r.row("try", "set", "solver", "verdict", "change", "change_low", "change_high", "q", "floor",
		"other_regressions", "other_inconclusive", "suspects", "seconds", "load"); err != nil {
		return err
	}
	// A slowed solver is no BatchSolver, so the solvers of batches are left out.
	targets := slices.DeleteFunc(slices.Clone(benchmarks), func(b results.Benchmark) bool { return batches(b.Solver) })
	if len(targets) == 0 {
		return fmt.Errorf("no benchmark can be slowed: all solve batches")
	}
	found, others, inconclusive, slow := 0, 0, 0, 0
	for try := range e.tries {
		target := targets[rng.IntN(len(targets))]
		t, err := e.try(ctx, uint64(try), target, benchmarks, pool)
		if err != nil {
			return err
		}
		if err := r.row(append([]any{try + 1, target.Set, target.Solver}, t.row()...)...); err != nil {
			return err
		}
		if t.target.Verdict == compare.Regression {
			found++
		}
		if t.took > slowestTry {
			slow++
		}
		others, inconclusive = others+t.others, inconclusive+t.inconclusive
	}
	r.say("A slowdown of %g %% in one of %d benchmarks was found in %d of %d tries.", 100*e.slowdown, len(benchmarks), found, e.tries)
	r.say("Of the %d other comparisons, %d were called regressions and %d inconclusive.", e.tries*(len(benchmarks)-1), others, inconclusive)
	e.curve(r, benchmarks, pool)
	switch {
	case float64(found) < powerWanted*float64(e.tries):
		return doesNotHold("the slowdown was found in %d of %d tries", found, e.tries)
	case slow > 0:
		return doesNotHold("%d of %d tries took longer than %v", slow, e.tries, slowestTry)
	}
	return nil
}

// powerTry is what one comparison says.
type powerTry struct {
	target               compare.Comparison
	others, inconclusive int // of the other benchmarks
	suspects             int
	took                 time.Duration
}

func (t *powerTry) row() []any {
	ratio := t.target.Effect.Ratio
	return []any{
		t.target.Verdict, ratio.Center - 1, ratio.Lo - 1, ratio.Hi - 1, t.target.Q, t.target.Floor,
		t.others, t.inconclusive, t.suspects, t.took.Seconds(), machine.Load(),
	}
}

// try slows target, compares, and adds the samples of the others to pool.
func (e *power) try(ctx context.Context, number uint64, target results.Benchmark, benchmarks []results.Benchmark, pool *compare.Resampler) (*powerTry, error) {
	start := time.Now()
	var arms [2]compare.Program
	for i, share := range []float64{0, e.slowdown} {
		var err error
		if arms[i], err = e.program(&e.comparing, slowdown{target, share}); err != nil {
			return nil, err
		}
	}
	report, err := comparison(arms[0], arms[1], e.seed+number, e.rounds, e.sample, benchmarks).Run(ctx)
	if err != nil {
		return nil, err
	}
	t := &powerTry{suspects: len(report.Suspects), took: time.Since(start)}
	for _, c := range report.Found {
		switch {
		case c.Counter, c.Unit == "": // a counter, or a benchmark that is no longer accepted
		case c.Benchmark == target:
			t.target = c
		case c.Verdict == compare.Regression:
			t.others++
		case c.Verdict == compare.Inconclusive:
			t.inconclusive++
		}
	}
	for _, b := range benchmarks {
		if b != target {
			pool.Old[b] = append(pool.Old[b], report.Arms[0].Values[results.UnitCPU][b]...)
			pool.New[b] = append(pool.New[b], report.Arms[1].Values[results.UnitCPU][b]...)
		}
	}
	return t, nil
}

// curve tells how often slowdowns of several sizes are found, in comparisons
// that are drawn from the rounds of all tries.
func (e *power) curve(r *record, benchmarks []results.Benchmark, pool *compare.Resampler) {
	pool.Benchmarks = slices.DeleteFunc(slices.Clone(benchmarks), func(b results.Benchmark) bool { return len(pool.Old[b]) == 0 })
	floors := pool.Floors(e.resamples)
	pool.Floor = func(b results.Benchmark) float64 { return floors[b.Set] }
	for _, share := range []float64{0.01, 0.02, 0.03, 0.05, 0.10} {
		found, flagged := pool.Power(share, e.resamples)
		r.say("Resampled: %g %% in one benchmark is found in %.1f %% of %d tries; %d other comparisons are called regressions.",
			100*share, 100*found, e.resamples, flagged)
	}
}
