package compare

import (
	"context"
	"time"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Contest compares two programs from the first sample to the verdicts.
type Contest struct {
	Programs    [2]Program
	Seed        uint64
	Rounds      int
	Parts       int   // that a sample is taken in
	CPUs        []int // as in Plan
	Rules       Rules
	Calibration *Calibration   // nil: the floor comes from the rounds themselves
	Cells       []results.Cell // nil: all that both have
	Budget      time.Duration  // of the second measurement; 0 means no bound

	Tell func(again bool, done, of int, cell results.Cell) // may be nil
	Keep func(which int, s *results.Sample) error          // may be nil
}

// Report is what a contest came to.
type Report struct {
	Found    []Comparison
	Sides    [2]*Side // samples of the first measurement
	Suspects []results.Cell
	Again    int // rounds of the second measurement
}

// Run measures side by side, decides, and measures what looks slower once more:
// in thrice the rounds, or as many as fit into the budget.
func (c *Contest) Run(ctx context.Context) (*Report, error) {
	r := &Report{Sides: [2]*Side{NewSide("old"), NewSide("new")}}
	plan := &Plan{Seed: c.Seed, Rounds: c.Rounds, Parts: c.Parts, CPUs: c.CPUs, Cells: c.Cells, Audit: true, Tell: c.tell(false), Keep: c.Keep}
	start := time.Now()
	if err := SideBySide(ctx, c.Programs, r.Sides, plan); err != nil {
		return nil, err
	}
	perCell := max(1, time.Since(start)/time.Duration(c.Rounds*len(plan.Cells)))
	floor := HalvesFloor(r.Sides[0], r.Sides[1])
	if c.Calibration != nil {
		floor = c.Calibration.Of
	}
	for i := range r.Sides {
		if c.Cells != nil {
			r.Sides[i].Cells = c.Cells
		}
	}
	r.Found = Compare(r.Sides[0], r.Sides[1], floor, true)
	Decide(r.Found, c.Rules)
	r.Suspects = Suspects(r.Found, c.Rules)
	if len(r.Suspects) == 0 {
		return r, nil
	}
	r.Again = 3 * c.Rounds
	if c.Budget > 0 {
		r.Again = min(r.Again, max(2*stats.MinSamples, int(c.Budget/(perCell*time.Duration(len(r.Suspects))))))
	}
	again := [2]*Side{NewSide("old"), NewSide("new")}
	plan = &Plan{
		Seed: c.Seed, Rounds: r.Again, Parts: c.Parts, CPUs: c.CPUs, First: c.Rounds + c.Rounds%2, Cells: r.Suspects, Passes: plan.Passes,
		Tell: c.tell(true), Keep: c.Keep,
	}
	if err := SideBySide(ctx, c.Programs, again, plan); err != nil {
		return nil, err
	}
	again[0].Cells, again[1].Cells = r.Suspects, r.Suspects
	r.Found = Settle(r.Found, Compare(again[0], again[1], floor, true), c.Rules)
	return r, nil
}

func (c *Contest) tell(again bool) func(done, of int, cell results.Cell) {
	if c.Tell == nil {
		return nil
	}
	return func(done, of int, cell results.Cell) { c.Tell(again, done, of, cell) }
}
