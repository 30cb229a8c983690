package compare

import (
	"context"
	"time"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Experiment compares two programs from the first sample to the verdicts.
type Experiment struct {
	Programs    [2]Program
	Seed        uint64
	Rounds      int
	Parts       int   // that a sample is taken in
	CPUs        []int // as in Plan
	Rules       Rules
	Calibration *Calibration        // nil: the floor comes from the rounds themselves
	Benchmarks  []results.Benchmark // nil: all that both have
	Budget      time.Duration       // of the second measurement; 0 means no bound

	Tell func(again bool, done, of int, cell results.Benchmark) // may be nil
	Keep func(which int, s *results.Sample) error               // may be nil
}

// Report is what a contest came to.
type Report struct {
	Found    []Comparison
	Arms     [2]*Arm // samples of the first measurement
	Suspects []results.Benchmark
	Again    int // rounds of the second measurement
}

// Run measures side by side, decides, and measures what looks slower once more:
// in thrice the rounds, or as many as fit into the budget.
func (c *Experiment) Run(ctx context.Context) (*Report, error) {
	r := &Report{Arms: [2]*Arm{NewArm("old"), NewArm("new")}}
	plan := &Plan{Seed: c.Seed, Rounds: c.Rounds, Parts: c.Parts, CPUs: c.CPUs, Benchmarks: c.Benchmarks, Audit: true, Tell: c.tell(false), Keep: c.Keep}
	start := time.Now()
	if err := Interleave(ctx, c.Programs, r.Arms, plan); err != nil {
		return nil, err
	}
	perCell := max(1, time.Since(start)/time.Duration(c.Rounds*len(plan.Benchmarks)))
	floor := HalvesFloor(r.Arms[0], r.Arms[1])
	if c.Calibration != nil {
		floor = c.Calibration.Of
	}
	for i := range r.Arms {
		if c.Benchmarks != nil {
			r.Arms[i].Benchmarks = c.Benchmarks
		}
	}
	r.Found = Compare(r.Arms[0], r.Arms[1], floor, true)
	Decide(r.Found, c.Rules)
	r.Suspects = Suspects(r.Found, c.Rules)
	if len(r.Suspects) == 0 {
		return r, nil
	}
	r.Again = 3 * c.Rounds
	if c.Budget > 0 {
		r.Again = min(r.Again, max(2*stats.MinSamples, int(c.Budget/(perCell*time.Duration(len(r.Suspects))))))
	}
	again := [2]*Arm{NewArm("old"), NewArm("new")}
	plan = &Plan{
		Seed: c.Seed, Rounds: r.Again, Parts: c.Parts, CPUs: c.CPUs, First: c.Rounds + c.Rounds%2, Benchmarks: r.Suspects, Passes: plan.Passes,
		Tell: c.tell(true), Keep: c.Keep,
	}
	if err := Interleave(ctx, c.Programs, again, plan); err != nil {
		return nil, err
	}
	again[0].Benchmarks, again[1].Benchmarks = r.Suspects, r.Suspects
	r.Found = Retest(r.Found, Compare(again[0], again[1], floor, true), c.Rules)
	return r, nil
}

func (c *Experiment) tell(again bool) func(done, of int, cell results.Benchmark) {
	if c.Tell == nil {
		return nil
	}
	return func(done, of int, cell results.Benchmark) { c.Tell(again, done, of, cell) }
}
