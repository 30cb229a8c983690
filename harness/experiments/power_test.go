package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// simulated is a program whose samples take no time: every benchmark takes a
// millisecond per pass, with 0.3 % of noise.
type simulated struct {
	rand *rand.Rand
	slow slowdown
	many int
}

// simulate makes programs that share one source of noise.
func simulate(seed uint64, many int, effect float64) programs {
	rng := rand.New(rand.NewPCG(seed, 0))
	return func(_ *comparing, s slowdown) (compare.Program, error) {
		if s.Share != 0 { // 0 times NaN is not 0
			s.Share *= effect
		}
		return &simulated{rng, s, many}, nil
	}
}

func (p *simulated) Start(context.Context, int) (compare.Running, error) { return p, nil }
func (p *simulated) Close() error                                        { return nil }

func (p *simulated) Benchmarks() (all []results.BenchmarkInfo) {
	for i := range p.many {
		all = append(all, results.BenchmarkInfo{Set: fmt.Sprintf("poj3074/set%c", 'a'+i%10), Solver: fmt.Sprintf("solver%c", 'a'+i/10), Corpus: "x"})
	}
	return append(all, results.BenchmarkInfo{Set: "poj3074/hard", Solver: "solvera", Corpus: "x"})
}

func (p *simulated) Sample(_ context.Context, q bench.Request) (*results.Sample, error) {
	of, parts := max(q.Passes, 20), max(q.Parts, 1)
	passes := of*(q.Part+1)/parts - of*q.Part/parts
	slower := 1.0
	if q.Benchmark == p.slow.Benchmark {
		slower += p.slow.Share
	}
	if math.IsNaN(slower) {
		return &results.Sample{Benchmark: q.Benchmark, Rejected: results.Rejection{Verdict: judge.WrongAnswer, Reason: "spoiled"}}, nil
	}
	took := time.Duration(float64(passes) * float64(time.Millisecond) * slower * math.Exp(0.003*p.rand.NormFloat64()))
	return &results.Sample{
		Benchmark: q.Benchmark, Round: q.Round, Passes: passes, Of: of, Cases: 10, Solved: 10,
		Time: results.ClockReading{Wall: took, CPU: took}, Nodes: 1000, Updates: 2000,
	}, nil
}

// simulatedPower is power on 20 simulated benchmarks, where an injected slowdown
// has so much of its effect.
func simulatedPower(effect float64) experiment {
	return altered(powerExperiment, func(flags *flag.FlagSet) runner { return newPower(flags, simulate(3, 20, effect)) })
}

// A benchmark that the slowed program spoils is a regression, but no slowdown was found.
func TestPowerCountsNoRejectionAsFound(t *testing.T) {
	start(t, simulatedPower(math.NaN()), "--tries", "2", "--benchmarks", "20", "--resamples", "20").refuted(t, "the slowdown was found in 0 of 2 tries")
}

func TestPowerFindsAnInjectedSlowdown(t *testing.T) {
	o := start(t, simulatedPower(1), "--tries", "20", "--benchmarks", "20", "--resamples", "20")
	o.holds(t)
	assert.Len(t, o.rows, 1+20)
	assert.Contains(t, o.summary, "A slowdown of 3 % in one of 20 benchmarks was found in ")
	assert.NotContains(t, fmt.Sprint(o.rows), "hard", "sets that take long are left out")
}

func TestPowerFailsWhereASlowdownHasNoEffect(t *testing.T) {
	o := start(t, simulatedPower(0), "--tries", "3", "--benchmarks", "20", "--resamples", "20")
	o.refuted(t, "the slowdown was found in 0 of 3 tries")
	assert.Len(t, o.rows, 1+3)
}

func TestPowerNeedsItsBenchmarks(t *testing.T) {
	o := start(t, simulatedPower(1), "--tries", "1")
	assert.Equal(t, exitUsage, o.status)
	assert.Contains(t, o.stderr, "only 20 benchmarks")
}

// Short samples on a busy machine decide nothing: a short run may refute the
// claim, but it must come to its end.
func TestShortPower(t *testing.T) {
	o := start(t, powerExperiment, "--short")
	assert.Contains(t, []int{exitHolds, exitRefuted}, o.status, o.stderr)
	assert.Len(t, o.rows, 1+1)
}
