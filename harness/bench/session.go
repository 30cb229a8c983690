package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Session measures the benchmarks of one run and records them.
type Session struct {
	Recording *results.Recording
	Samplers  []Sampler   // one per benchmark, in the order of the manifest
	Observe   func(Event) // called after each step; may be nil

	failed   map[int]results.Rejection // of a resumed run: accepted benchmarks that now fail, by index
	rejected map[int]*results.Sample   // samples of the benchmarks that are not timed, by index
	step     int                       // steps of this session so far
}

// Event is a step of a session.
type Event struct {
	// Sample is the recorded sample, or that of a rejected benchmark. It is nil if the step judged a benchmark and
	// accepted it.
	Sample *results.Sample

	Benchmark results.Benchmark
	Step      int // steps of this session so far: benchmarks judged and samples recorded
	Steps     int // steps of this session in all, as far as is known
}

// Run judges every benchmark, then measures the accepted ones round by round. If a
// contestant fails later, its benchmark is dropped and the others are still measured.
// When ctx ends, the samples so far stay recorded.
func (s *Session) Run(ctx context.Context) error {
	defer func() {
		for _, m := range s.Samplers {
			m.Close()
		}
	}()
	if err := s.judge(ctx); err != nil {
		return err
	}
	m := s.Recording.Manifest
	slots := s.slots()
	if err := s.checkDone(slots); err != nil {
		return err
	}
	for at := len(s.Recording.Done); at < len(slots); at++ {
		if ctx.Err() != nil {
			return s.interrupted(ctx)
		}
		slot := slots[at]
		b := &m.Benchmarks[slot.benchmark]
		sample := s.rejected[slot.benchmark]
		if sample == nil {
			sample = b.RejectedSample()
		}
		if !slot.rejection {
			var err error
			sample, err = s.sample(ctx, slot)
			rejection := new(results.Rejection)
			switch {
			case ctx.Err() != nil:
				return s.interrupted(ctx)
			case errors.As(err, &rejection):
				b.Drop(slot.round+1, *rejection)
				// The manifest comes first: a resumed run follows it.
				if err := s.Recording.Save(); err != nil {
					return err
				}
				sample, slots = b.RejectedSample(), s.slots()
			case err != nil:
				return fmt.Errorf("%s: %w", b.Benchmark(), err)
			}
		}
		if err := s.Recording.Append(sample); err != nil {
			return err
		}
		s.count(b, sample)
		s.tell(sample, b.Benchmark(), len(m.Benchmarks)+len(slots)-len(s.Recording.Done))
		if at+1 < len(slots) && slots[at+1].round != slot.round {
			m.Load[1] = machine.Load()
			if err := s.Recording.Save(); err != nil {
				return err
			}
		}
	}
	m.Load[1] = machine.Load()
	m.Ended = time.Now().UTC()
	return s.Recording.Finish()
}

// sample takes the sample of a slot.
func (s *Session) sample(ctx context.Context, slot slot) (*results.Sample, error) {
	if why, ok := s.failed[slot.benchmark]; ok {
		return nil, inRound(slot.round, &why)
	}
	sample, err := s.Samplers[slot.benchmark].Sample(ctx, slot.round)
	if err != nil {
		return nil, err
	}
	b := &s.Recording.Manifest.Benchmarks[slot.benchmark]
	if b.Answers != "" && b.Answers != answers(sample) {
		return nil, inRound(slot.round, &results.Rejection{Verdict: judge.WrongAnswer, Reason: "other answers than in the rounds before"})
	}
	return sample, nil
}

func answers(s *results.Sample) string { return fmt.Sprintf("%016x", s.Digest) }

// count adds a sample to the manifest.
func (s *Session) count(b *results.BenchmarkInfo, sample *results.Sample) {
	if sample.Rejected.IsZero() {
		b.Answers = answers(sample)
		b.Forced += sample.Time.Forced
		s.Recording.Manifest.Forced += sample.Time.Forced
	}
}

// interrupted saves the manifest, which counts the samples since the last round.
func (s *Session) interrupted(ctx context.Context) error {
	return errors.Join(ctx.Err(), s.Recording.Save())
}

// judge prepares every benchmark. A run that is resumed keeps its verdicts: there,
// a benchmark that is not timed is judged only if its line is not recorded yet.
func (s *Session) judge(ctx context.Context) error {
	m := s.Recording.Manifest
	s.failed, s.rejected = map[int]results.Rejection{}, map[int]*results.Sample{}
	rejections := 0
	for i := range m.Benchmarks {
		b := &m.Benchmarks[i]
		rejected := !b.Rejected.IsZero()
		if rejected {
			if b.DroppedRound > 0 {
				continue
			}
			if rejections++; rejections <= len(s.Recording.Done) {
				continue
			}
		}
		sample, err := s.Samplers[i].Prepare(ctx)
		switch {
		case err != nil:
			return err
		case sample == nil:
		case rejected:
			s.rejected[i] = sample
		case m.Judged:
			s.failed[i] = sample.Rejected
		default:
			b.Rejected, b.Solved, b.Cases, b.PAR2 = sample.Rejected, sample.Solved, sample.Cases, sample.PAR2
			s.rejected[i] = sample
		}
		if sample != nil {
			for _, note := range sample.Notes {
				m.Note(note)
			}
		}
		s.tell(sample, b.Benchmark(), len(m.Benchmarks)*(1+m.Rounds))
	}
	m.Judged = true
	return s.Recording.Save()
}

// slot is the place of one line in the record.
type slot struct {
	benchmark int  // index in the manifest
	round     int  // from 0; -1 before the first
	rejection bool // the line says why the benchmark is not timed
}

// slots returns the lines of the whole run in order: first the benchmarks that the
// judge rejected, then round by round the samples. A benchmark that was dropped has
// a rejection in the round where it failed, and nothing after it.
func (s *Session) slots() []slot {
	m := s.Recording.Manifest
	var slots []slot
	var timed []int
	for i := range m.Benchmarks {
		if b := &m.Benchmarks[i]; b.Rejected.IsZero() || b.DroppedRound > 0 {
			timed = append(timed, i)
		} else {
			slots = append(slots, slot{i, -1, true})
		}
	}
	schedule := Schedule{m.Seed}
	for round := range m.Rounds {
		for _, k := range schedule.Round(round, len(timed)) {
			i := timed[k]
			if dropped := m.Benchmarks[i].DroppedRound; dropped == 0 || round+1 <= dropped {
				slots = append(slots, slot{i, round, round+1 == dropped})
			}
		}
	}
	return slots
}

// checkDone returns an error if the recorded samples are not those of the first slots.
func (s *Session) checkDone(slots []slot) error {
	done := s.Recording.Done
	if len(done) > len(slots) {
		return fmt.Errorf("%s holds %d samples, the run has only %d", results.SamplesFile, len(done), len(slots))
	}
	for at, have := range done {
		if want := s.Recording.Manifest.Benchmarks[slots[at].benchmark].Benchmark(); have != want {
			return fmt.Errorf("sample %d of %s is of %s, where the run's seed has %s: the file is not of this run",
				at+1, results.SamplesFile, report.Escape(have.String()), want)
		}
	}
	return nil
}

func (s *Session) tell(sample *results.Sample, b results.Benchmark, steps int) {
	s.step++
	if s.Observe != nil {
		s.Observe(Event{Sample: sample, Benchmark: b, Step: s.step, Steps: steps})
	}
}
