package compare

import (
	"context"
	"math/rand/v2"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Resampler simulates experiments without measuring again. It draws the rounds with replacement from the samples of one
// program that was measured against itself.
type Resampler struct {
	Benchmarks []results.Benchmark
	Old, New   map[results.Benchmark][]float64 // times, of equal number in a benchmark
	Rules      Rules
	Floor      Floor // nil: that of the drawn rounds
	Rounds     int   // of the first measurement
	Rand       *rand.Rand
}

// Try makes one experiment in which the new arm is slower by slowdown in the target benchmark; the target may be none.
func (s *Resampler) Try(target results.Benchmark, slowdown float64) []Comparison {
	draws := map[drawn][2]float64{}
	e := &Experiment{
		Targets: [2]Target{&resampled{s: s, draws: draws}, &resampled{s: s, draws: draws, arm: 1, target: target, slowdown: slowdown}},
		Seed:    s.Rand.Uint64(), Rounds: s.Rounds, Rules: s.Rules, Floor: s.Floor,
	}
	report, err := e.Run(context.Background())
	if err != nil {
		panic(err) // a resampled program does not fail
	}
	return report.Found
}

// drawn names one visit of an experiment.
type drawn struct {
	benchmark results.Benchmark
	round     int
}

// resampled is a Target whose samples are drawn. Both arms of an experiment share the draws.
type resampled struct {
	s        *Resampler
	draws    map[drawn][2]float64
	arm      int
	target   results.Benchmark
	slowdown float64
}

// Start returns the program itself.
func (p *resampled) Start(context.Context, int) (Worker, error) { return p, nil }

// Benchmarks returns those of the resampler.
func (p *resampled) Benchmarks() (all []bench.Offer) {
	for _, b := range p.s.Benchmarks {
		all = append(all, bench.Offer{Benchmark: b})
	}
	return all
}

// resampledPasses are many, so that a part of a nanosecond is not lost.
const resampledPasses = 100_000

// Judge accepts the program.
func (p *resampled) Judge(_ context.Context, b results.Benchmark, _ bool) (*results.Result, int, error) {
	return &results.Result{Benchmark: b, Outcome: judge.Outcome{Verdict: judge.Accepted}}, resampledPasses, nil
}

// Part returns a value of a drawn round. If the other arm has drawn the round, it returns the second value of that
// round.
func (p *resampled) Part(_ context.Context, q bench.Request) (*results.Sample, error) {
	at := drawn{q.Benchmark, q.Round}
	pair, ok := p.draws[at]
	if !ok {
		pair = p.s.draw(q.Benchmark)
		p.draws[at] = pair
	}
	ns := pair[p.arm]
	if p.arm == 1 && q.Benchmark == p.target {
		ns *= 1 + p.slowdown
	}
	took := time.Duration(ns * resampledPasses)
	return &results.Sample{Round: q.Round, Passes: resampledPasses, Wall: took, CPU: took}, nil
}

// Close has nothing to end.
func (p *resampled) Close() error { return nil }

// draw draws a round of a benchmark. Both samples of the round are of the same program, so either may be the old one.
func (s *Resampler) draw(b results.Benchmark) [2]float64 {
	k := s.Rand.IntN(len(s.Old[b]))
	if s.Rand.IntN(2) == 1 {
		return [2]float64{s.New[b][k], s.Old[b][k]}
	}
	return [2]float64{s.Old[b][k], s.New[b][k]}
}

// Power returns how often a slowdown of one benchmark is found, and how many other benchmarks were called regressions
// in all tries together.
func (s *Resampler) Power(slowdown float64, tries int) (found float64, falseAlarms int) {
	hits := 0
	for range tries {
		target := s.Benchmarks[s.Rand.IntN(len(s.Benchmarks))]
		for _, c := range s.Try(target, slowdown) {
			switch {
			case c.Verdict != Regression:
			case c.Benchmark == target:
				hits++
			default:
				falseAlarms++
			}
		}
	}
	return float64(hits) / float64(tries), falseAlarms
}

// Floors returns the noise floor of each set: the change that 95 % of the comparisons of the program with itself stay
// below.
func (s *Resampler) Floors(tries int) map[string]float64 {
	seen := map[string][]float64{}
	for _, b := range s.Benchmarks {
		for range tries {
			old, new := make([]float64, s.Rounds), make([]float64, s.Rounds)
			for i := range s.Rounds {
				pair := s.draw(b)
				old[i], new[i] = pair[0], pair[1]
			}
			seen[b.Set] = append(seen[b.Set], stats.Distance(stats.Paired(old, new).Ratio.Center))
		}
	}
	floors := map[string]float64{}
	for set, values := range seen {
		floors[set] = stats.Quantile(values, 0.95)
	}
	return floors
}

// Sequential shows what the samples of two arms would give without interleaving. It compares the first half of the
// samples of each benchmark with the second half, in a unit of time. It returns the number of benchmarks in which the
// halves differ with p < 0.05, without a correction for many comparisons, as benchstat tests. It also returns the
// largest difference of any benchmark.
func Sequential(arms [2][]*results.Result, unit string) (differ int, largest float64) {
	news := byBenchmark(arms[1])
	for _, old := range arms[0] {
		new := news[old.Benchmark]
		if new == nil || len(old.Samples) == 0 || len(new.Samples) != len(old.Samples) {
			continue
		}
		var series []float64
		first, second := times(old, unit), times(new, unit)
		for i := range first {
			series = append(series, first[i], second[i])
		}
		half := len(series) / 2
		e := stats.Unpaired(series[:half], series[half:])
		if e.P < 0.05 {
			differ++
		}
		largest = max(largest, stats.Distance(e.Ratio.Center))
	}
	return differ, largest
}
