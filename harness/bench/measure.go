package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gridjudge/harness/results"
)

// benchmark is one accepted contestant on one set, while it is measured.
type benchmark struct {
	*results.Result
	sampler Sampler
	failed  error // in a resumed run, why it is no longer accepted
}

// Measure takes samples of the accepted contestants, round by round. If a contestant fails, its benchmark is dropped
// and the others are still measured. When ctx ends, the samples so far stay recorded.
func (s *Session) Measure(ctx context.Context) error {
	timed, err := s.prepare(ctx)
	if err != nil {
		return err
	}
	defer results.SettleStarts(s.Results)
	return s.rounds(ctx, timed)
}

// rounds takes the samples that are not recorded yet.
func (s *Session) rounds(ctx context.Context, timed []*benchmark) error {
	steps := schedule(s.Request.Seed, s.Request.Rounds, timed)
	done, err := s.checkDone(steps)
	if err != nil {
		return err
	}
	for at := done; at < len(steps); at++ {
		step := steps[at]
		b := step.benchmark
		if b.Dropped > 0 {
			continue
		}
		s.tell(at-done, len(steps)-done, b.Benchmark.String())
		if err := s.sample(ctx, b, step.round); err != nil {
			return err
		}
		if at+1 == len(steps) || steps[at+1].round != step.round {
			if err := s.Out.Save(); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepare makes the samplers of the accepted contestants. If a run is resumed, it also makes samplers of contestants
// that were accepted and dropped later, because these contestants have a place in the order of the recorded samples.
func (s *Session) prepare(ctx context.Context) (timed []*benchmark, err error) {
	for _, r := range s.Results {
		if !r.Accepted() && r.Dropped == 0 {
			continue
		}
		b := &benchmark{Result: r}
		set, c := find(s.Sets, s.Contestants, r.Benchmark)
		if c.Program != nil {
			b.sampler = &ProgramSampler{c.Program, set, r.Answers}
		} else {
			all, err := set.All(ctx)
			if err != nil {
				return nil, err
			}
			b.sampler = newSolverSampler(set.NewRunner(c.Spec)(), all, *AcceptedPassOf(r), s.Settings)
		}
		if r.Dropped > 0 {
			timed = append(timed, b)
			continue
		}
		s.tell(s.done, s.done, r.Benchmark.String())
		err := b.sampler.Prepare(ctx, true)
		switch failure, failed := errors.AsType[*results.Failure](err); {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case failed && s.Before == nil: // it fails the audit
			r.Drop(0, failure)
			if err := s.Out.Judged(r); err != nil {
				return nil, err
			}
			continue
		case failed: // it may have samples, so it is dropped at its next one
			b.failed = failure
		case err != nil:
			return nil, err
		}
		timed = append(timed, b)
	}
	return timed, nil
}

// sample takes a sample and records it. If the contestant fails, it is dropped instead.
func (s *Session) sample(ctx context.Context, b *benchmark, round int) error {
	sample, ns, err := (*results.Sample)(nil), []int64(nil), b.failed
	if err == nil {
		sample, ns, err = b.sampler.TakePart(ctx, whole(round))
	}
	switch failure, failed := errors.AsType[*results.Failure](err); {
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), s.Out.Save())
	case failed:
		b.Drop(round+1, failure)
		return s.Out.Judged(b.Result)
	case err != nil:
		return fmt.Errorf("%s: %w", b.Benchmark, err)
	}
	b.Samples = append(b.Samples, sample)
	return s.Out.Sampled(b.Result, ns, sample)
}

// step is the place of one sample in the record: the samples are recorded in the order of the steps.
type step struct {
	benchmark *benchmark
	round     int
}

// schedule returns the steps of a whole run in order. If a benchmark was dropped, it has steps only in the rounds
// before the round in which it failed.
func schedule(seed uint64, rounds int, timed []*benchmark) (steps []step) {
	for round := range rounds {
		for _, k := range Schedule(seed).Round(round, len(timed)) {
			if b := timed[k]; b.Dropped == 0 || round+1 < b.Dropped {
				steps = append(steps, step{b, round})
			}
		}
	}
	return steps
}

// checkDone returns the number of samples that were recorded before an interrupt. If the recorded samples are not the
// samples of the first steps, the run cannot be continued, and checkDone returns an error.
func (s *Session) checkDone(steps []step) (int, error) {
	if s.Before == nil {
		return 0, nil
	}
	done := s.Before.Sampled
	for at, have := range done {
		if at >= len(steps) || steps[at].benchmark.Benchmark != have {
			return 0, fmt.Errorf("sample %d of %s is of %s, which the run's seed does not have there: the file is not of this run",
				at+1, results.SamplesFile, have)
		}
	}
	return len(done), nil
}

// Schedule is the seed that determines in which order rounds visit their benchmarks. The order depends on nothing
// else, so that an interrupted run can be resumed.
type Schedule uint64

// Round returns the order of the n benchmarks in one round; rounds are counted from 0. An even round has a new random
// order, and the odd round after it has the reverse order. So a slow drift of the machine affects every benchmark
// alike.
func (s Schedule) Round(round, n int) []int {
	order := s.Rand(uint64(round/2), 0).Perm(n)
	if round%2 == 1 {
		slices.Reverse(order)
	}
	return order
}

// Rand returns the random generator for one purpose in one round. The streams of two purposes or two rounds differ.
func (s Schedule) Rand(round, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s), round<<32|purpose))
}
