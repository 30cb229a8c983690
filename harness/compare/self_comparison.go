package compare

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"gridjudge/harness/results"
)

// SelfComparison measures a program against itself.
type SelfComparison struct {
	Program Program
	Rounds  int
	Time    time.Duration // length of a sample
	Seed    uint64
	CPUs    []int         // see Plan
	Wait    time.Duration // the measurement ends after this time
	Tell    func(done, of int, b results.Benchmark)
}

// Detectable measures the program against itself. Each benchmark has a smallest detectable slowdown, which the function
// Detectable computes. This method returns that of the worst benchmark. ok is false
// if Wait ended the measurement before any benchmark had enough samples.
func (s *SelfComparison) Detectable(ctx context.Context) (slowdown float64, ok bool, err error) {
	bounded, cancel := context.WithTimeout(ctx, s.Wait)
	defer cancel()
	arms := [2]*Arm{NewArm("A"), NewArm("A again")}
	err = Interleave(bounded, [2]Program{s.Program, s.Program}, arms, &Plan{
		Seed: s.Seed, Rounds: s.Rounds, Parts: Parts(s.Time), CPUs: s.CPUs, Tell: s.Tell,
	})
	switch {
	case ctx.Err() != nil:
		return 0, false, ctx.Err()
	case err != nil && !errors.Is(bounded.Err(), context.DeadlineExceeded):
		return 0, false, err
	}
	found := slices.Collect(maps.Values(Detectable(arms, DefaultRules.Allow)))
	if len(found) == 0 {
		return 0, false, nil
	}
	return slices.Max(found), true, nil
}
