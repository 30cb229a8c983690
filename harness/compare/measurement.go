package compare

import (
	"context"
	"errors"
	"slices"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// measurement takes the samples of an Experiment, round by round. There are two measurements: the first one selects
// suspects, and the second one measures the suspects again. A round visits the benchmarks in the order of the schedule.
//
// A machine may become slower and slower while it measures (drift), or become slow for a moment (a burst). Both targets
// should be affected equally. So in each benchmark the two targets a and b take turns in small parts: a b b a a b b a.
// Only a burst that is shorter than a part can hit one of them alone. Rounds form pairs: if one round of a pair begins
// with a, the other round begins with b (b a a b b a a b).
//
// Every round starts a new process of each build. The place of a process in memory is part of the noise, so rounds that
// shared a process would not be independent. Both processes are bound to the same processor, because another processor
// may be slower or share its caches with busier processors. External programs are not bound, and they need no new
// process for a round, because each of their samples runs new processes anyway.
type measurement struct {
	*Experiment
	what  string // the beginning of a line of progress
	all   []*benchmark
	most  int // the largest number of rounds
	looks looks

	firstRound int // the number of its first round: even, and in a second measurement not 0, so that the orders differ

	visited int // in a first measurement: the number of visits of benchmarks, over all rounds

	// The fields below are for the second measurement.
	floor floorOf
	found []Comparison // of all benchmarks of the experiment, as decided so far
}

// open returns the benchmarks that the next round visits.
func (m *measurement) open() (all []*benchmark) {
	for _, b := range m.all {
		if !b.ended && b.accepted() {
			all = append(all, b)
		}
	}
	return all
}

// run takes the samples round by round, and after each round calls after with the number of rounds so far.
func (m *measurement) run(ctx context.Context, after func(rounds int)) error {
	for done := 0; done < m.most && len(m.open()) > 0; done++ {
		if err := m.round(ctx, done); err != nil {
			return err
		}
		after(done + 1)
	}
	return nil
}

// round starts both targets and visits every open benchmark. The parameter done is the number of rounds that this
// measurement has taken before. The two targets take turns at being started first.
func (m *measurement) round(ctx context.Context, done int) error {
	var started [2]StartedTarget
	round, cpu := m.firstRound+done, -1
	if n := len(m.CPUs); n > 0 {
		cpu = m.CPUs[round/2%n]
	}
	for turn := range started {
		arm := (round + turn) % 2
		var err error
		if started[arm], err = m.Targets[arm].Start(ctx, cpu); err != nil {
			return err
		}
		defer started[arm].Close()
	}
	schedule := bench.Schedule(m.Seed)
	for k, i := range schedule.Round(round, len(m.all)) {
		b := m.all[i]
		m.tell(m.what, done*len(m.all)+k, m.most*len(m.all), b.Benchmark)
		if b.ended || !b.accepted() {
			continue
		}
		// For each pair of rounds, the seed decides which target is first in the first round. The other one is first
		// in the second.
		first := (schedule.Rand(uint64(round/2), 3+uint64(i)<<8).IntN(2) + round) % 2
		if err := m.visit(ctx, started, b, round, first); err != nil {
			return err
		}
	}
	return nil
}

// visit takes a sample of one benchmark from both targets. The parameter first says which target takes the first part.
// A target that fails is no longer accepted, and keeps no sample of this round.
func (m *measurement) visit(ctx context.Context, started [2]StartedTarget, b *benchmark, round, first int) error {
	var samples [2]partialSample
	q := bench.Request{Benchmark: b.Benchmark, Passes: b.passes, Part: bench.Part{Round: round, Of: max(1, int(m.MinTime/partTime))}}
	for part := range q.Of {
		q.Index = part
		for turn := range 2 {
			arm := (first + part + turn) % 2
			r := b.arms[arm]
			if !r.Accepted() {
				continue
			}
			q.Accepted = bench.AcceptedPassOf(r)
			taken, err := started[arm].TakePart(ctx, q)
			switch failure, failed := errors.AsType[*results.Failure](err); {
			case ctx.Err() != nil:
				return ctx.Err()
			case failed:
				r.Drop(round+1, failure)
				if err := m.recordJudged(arm, r); err != nil {
					return err
				}
			case err != nil:
				return err
			default:
				samples[arm].add(taken, part)
			}
		}
	}
	for arm, r := range b.arms {
		if !r.Accepted() {
			continue
		}
		s := &samples[arm]
		r.Samples = append(r.Samples, &s.whole)
		if s.halves[0].Passes > 0 && s.halves[1].Passes > 0 {
			for i := range s.halves {
				b.halves[arm][i].Samples = append(b.halves[arm][i].Samples, &s.halves[i])
			}
		}
		m.sampled = true
		if w := m.out[arm]; w != nil {
			if err := w.Sampled(r, nil, &s.whole); err != nil {
				return err
			}
		}
	}
	return nil
}

// partialSample is a sample that is still being taken, part by part. The field whole adds up the parts that have been
// taken so far. It has the round and the counters of the first part.
//
// The field halves contains two sums of the same parts. Parts 1, 4, 5 and 8 go into one sum, parts 2, 3, 6 and 7 go
// into the other, and so on. In this order, a machine that becomes slower and slower affects both sums equally. Both
// sums belong to the same program, so the difference between them shows how much noise there is (halvesFloor).
type partialSample struct {
	whole  results.Sample
	halves [2]results.Sample
}

func (p *partialSample) add(part *results.Sample, number int) {
	p.halves[(number+1)/2%2].Join(part)
	if number == 0 {
		p.whole = *part
		return
	}
	p.whole.Join(part)
}

// partTime is how long a part of a sample takes. The two programs take turns part by part, so that other work on the
// machine slows both of them alike. Such work often comes in bursts. If a burst is longer than a part, it hits both
// programs, and the ratio of their times hardly changes. If a burst is shorter than a part, it may hit only one of the
// two programs.
//
// Therefore parts are short. On a machine with busy neighbours, parts of 5 ms kept most bursts out of the ratio. Parts
// of 25 ms and whole samples of 100 ms did not.
const partTime = 5 * time.Millisecond

// screen is called after each round of the first measurement. If a look is due, it ends the measurement of every
// benchmark whose samples show on which side of the limit its change lies.
func (m *measurement) screen(rounds int) {
	open := m.open()
	m.visited += len(open)
	share, due := m.looks[rounds]
	if !due {
		return
	}
	floor := m.noiseFloor(float64(rounds) / float64(m.most))
	for _, b := range open {
		b.ended = sideOf(b.ratios(), m.Rules.limit(floor(b.Benchmark)), share) != unclear
	}
}

// compareAt compares the samples of a benchmark at a look of the second measurement. All looks together may be wrong
// with a probability of 5 % (sequentialError), and each look gets a share of these 5 % (see looks). The smaller the
// share is, the stronger the evidence must be. For example, if the share is 0.01, this look may be wrong with a
// probability of only
//
//	0.01 * 5 % = 0.05 %
//
// So the interval of the times has a confidence of 99.95 % instead of 95 %, and a p-value of the times counts only if
// it is below 0.0005 instead of 0.05.
//
// The p-value is divided by the share, so that it can be compared with 0.05 at every look. In the example, 0.0005
// becomes 0.05. The p-value of the benchmark (b.p) is the smallest of these quotients from all looks so far.
func (b *benchmark) compareAt(share float64, floor floorOf) []Comparison {
	all := compareBenchmark(b.arms[0], b.arms[1], floor, func(old, new []float64) stats.Effect {
		return stats.PairedAt(old, new, 1-sequentialError*share)
	})
	effect := &all[0].Effect // of the times, which come first
	b.p = min(b.p, effect.P/share)
	effect.P = b.p
	return all
}

// confirm updates the verdicts after each round of the second measurement. A suspect that has failed gets its verdict
// at once. All other suspects get new verdicts only if a look is due after this round. At a look, the measurement of a
// suspect ends if its verdict is a regression or an improvement, or if its change is shown to be within the limit. The
// p-values are corrected for the number of comparisons in the whole experiment, and for the number of looks
// (compareAt).
func (m *measurement) confirm(rounds int) {
	share, due := m.looks[rounds]
	var second []Comparison
	for _, b := range m.all {
		if c := decidedWithoutTimes(b.arms[0], b.arms[1]); c.Verdict != 0 {
			second = append(second, c)
		} else if due && !b.ended {
			second = append(second, b.compareAt(share, m.floor)...)
		}
	}
	if len(second) == 0 {
		return
	}
	m.found = retested(m.found, second, m.Rules)
	if !due {
		return
	}
	for _, b := range m.open() {
		changed := slices.ContainsFunc(m.found, func(c Comparison) bool {
			return c.Benchmark == b.Benchmark && !c.Counter && (c.Verdict == Regression || c.Verdict == Better)
		})
		b.ended = changed || sideOf(b.ratios(), m.Rules.limit(m.floor(b.Benchmark)), share) == inside
	}
}
