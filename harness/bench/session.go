package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
)

// Session measures the cells of one run and records them.
type Session struct {
	Manifest *results.Manifest
	Samplers []Sampler           // one a cell, in the order of About.Cells
	Done     []results.Benchmark // what the file already holds
	Recorder *results.Recorder
	Save     func(*results.Manifest) error // keeps About; called after judging and after each round
	Observe  func(Event)                   // told after each step; may be nil
}

// Event is a step of a session.
type Event struct {
	Sample    *results.Sample // the sample just taken or the rejection just found; nil where a cell was judged fit
	Benchmark results.Benchmark
	Step      int // steps of this session so far: cells judged and samples taken
	Steps     int // steps of this session in all, as far as is known
}

// ContestantError is a contestant whose answers cannot be relied on while it is timed.
type ContestantError struct {
	Cell results.Benchmark
	Err  error
}

func (f *ContestantError) Error() string { return fmt.Sprintf("%s: %v", f.Cell, f.Err) }
func (f *ContestantError) Unwrap() error { return f.Err }

// Run judges every cell, then measures round by round what was accepted. When
// ctx ends, what was measured stays recorded.
func (s *Session) Run(ctx context.Context) error {
	defer func() {
		for _, m := range s.Samplers {
			m.Close()
		}
	}()
	steps := len(s.Manifest.Benchmarks) * (1 + s.Manifest.Rounds)
	if err := s.judge(ctx, steps); err != nil {
		return err
	}
	var rejected, accepted []int
	for i := range s.Manifest.Benchmarks {
		if s.Manifest.Benchmarks[i].Rejected != "" {
			rejected = append(rejected, i)
		} else {
			accepted = append(accepted, i)
		}
	}
	plan := len(rejected) + s.Manifest.Rounds*len(accepted)
	if err := s.checkDone(rejected, accepted, plan); err != nil {
		return err
	}
	schedule := Schedule{s.Manifest.Seed}
	for at := len(s.Done); at < plan; at++ {
		if ctx.Err() != nil {
			return s.interrupted(ctx)
		}
		if at < len(rejected) {
			if err := s.Recorder.Append(s.Manifest.Benchmarks[rejected[at]].Rejection()); err != nil {
				return err
			}
			continue
		}
		round, i := schedule.Position(at-len(rejected), len(accepted))
		about := &s.Manifest.Benchmarks[accepted[i]]
		sample, err := s.Samplers[accepted[i]].Sample(ctx, round)
		switch {
		case ctx.Err() != nil:
			return s.interrupted(ctx)
		case err != nil:
			return &ContestantError{about.Benchmark(), err}
		}
		answers := fmt.Sprintf("%016x", sample.Digest)
		if about.Answers != "" && about.Answers != answers {
			return &ContestantError{about.Benchmark(), fmt.Errorf("round %d: other answers than in the rounds before", round+1)}
		}
		if err := s.Recorder.Append(sample); err != nil {
			return err
		}
		about.Forced += sample.Time.Forced
		about.Answers = answers
		s.Manifest.Forced += sample.Time.Forced
		s.tell(Event{Sample: sample, Benchmark: about.Benchmark(), Step: len(s.Manifest.Benchmarks) + at - len(s.Done) + 1, Steps: len(s.Manifest.Benchmarks) + plan - len(s.Done)})
		if (at-len(rejected)+1)%len(accepted) == 0 {
			s.Manifest.Load[1] = doctor.Load()
			if err := s.Save(s.Manifest); err != nil {
				return err
			}
		}
	}
	s.Manifest.Ended = time.Now().UTC()
	return s.Save(s.Manifest)
}

// interrupted keeps what is known of the samples since the last round.
func (s *Session) interrupted(ctx context.Context) error {
	return errors.Join(ctx.Err(), s.Save(s.Manifest))
}

// judge prepares every cell. A run that is gone on with keeps its verdicts.
func (s *Session) judge(ctx context.Context, steps int) error {
	for i := range s.Manifest.Benchmarks {
		about := &s.Manifest.Benchmarks[i]
		if about.Rejected != "" {
			continue
		}
		sample, err := s.Samplers[i].Prepare(ctx)
		switch {
		case err != nil:
			return err
		case sample != nil && s.Manifest.Judged:
			return &ContestantError{about.Benchmark(), fmt.Errorf("accepted when the run began, now %s", sample.Rejected)}
		case sample != nil:
			about.Rejected, about.Solved, about.Cases, about.PAR2 = sample.Rejected, sample.Solved, sample.Cases, sample.PAR2
		}
		s.tell(Event{Sample: sample, Benchmark: about.Benchmark(), Step: i + 1, Steps: steps})
	}
	s.Manifest.Judged = true
	return s.Save(s.Manifest)
}

// checkDone compares what the file holds with what this run would have put there.
func (s *Session) checkDone(rejected, accepted []int, plan int) error {
	if len(s.Done) > plan {
		return fmt.Errorf("%s holds %d samples, the run has only %d", results.SamplesFile, len(s.Done), plan)
	}
	schedule := Schedule{s.Manifest.Seed}
	for at, have := range s.Done {
		var want int
		if at < len(rejected) {
			want = rejected[at]
		} else {
			_, i := schedule.Position(at-len(rejected), len(accepted))
			want = accepted[i]
		}
		if cell := s.Manifest.Benchmarks[want].Benchmark(); have != cell {
			return fmt.Errorf("sample %s of %s is of %s, where the run's seed has %s: the file is not of this run",
				strconv.Itoa(at+1), results.SamplesFile, have, cell)
		}
	}
	return nil
}

func (s *Session) tell(e Event) {
	if s.Observe != nil {
		s.Observe(e)
	}
}
