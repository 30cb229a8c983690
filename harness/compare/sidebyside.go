package compare

import (
	"context"
	"errors"
	"slices"

	"gridjudge/harness/measure"
)

// Program is something that can be measured beside another: two builds of
// gridjudge, or in tests two simulations.
type Program interface {
	// Start starts it afresh.
	Start(ctx context.Context) (Started, error)
}

// Started is a running program that takes samples.
type Started interface {
	Offers() []measure.CellAbout
	Sample(ctx context.Context, q measure.Request) (*measure.Sample, error)
	Close() error
}

// Plan is what is to be measured side by side.
type Plan struct {
	Seed   uint64
	Rounds int
	First  int            // number of the first round, so that a second measurement has other orders
	Cells  []measure.Cell // nil: all that both have
	Passes map[measure.Cell]int
	Audit  bool                                     // in the first round
	Tell   func(done, of int, cell measure.Cell)    // may be nil
	Keep   func(which int, s *measure.Sample) error // records a sample; may be nil
}

// SideBySide measures two programs round by round. Every pair of rounds starts
// both anew, for where a process lies in memory is part of the noise. A round
// visits the cells in the order of the schedule; in each cell the two take their
// samples one right after the other, which of them first being mirrored from one
// round to the next. So whatever drifts meets both.
func SideBySide(ctx context.Context, programs [2]Program, sides [2]*Side, plan *Plan) error {
	if plan.Passes == nil {
		plan.Passes = map[measure.Cell]int{}
	}
	for round := 0; round < plan.Rounds; round += 2 {
		if err := twoRounds(ctx, programs, sides, plan, round); err != nil {
			return err
		}
	}
	return nil
}

func twoRounds(ctx context.Context, programs [2]Program, sides [2]*Side, plan *Plan, round int) error {
	var started [2]Started
	for i, program := range programs {
		var err error
		if started[i], err = program.Start(ctx); err != nil {
			return err
		}
		defer started[i].Close()
		for _, about := range started[i].Offers() {
			sides[i].Offer(about)
		}
	}
	if err := plan.chooseCells(sides); err != nil {
		return err
	}
	for r := round; r < min(round+2, plan.Rounds); r++ {
		if err := oneRound(ctx, started, sides, plan, r); err != nil {
			return err
		}
	}
	return nil
}

// chooseCells takes all cells that both have, of the same cases, where none are
// asked for.
func (plan *Plan) chooseCells(sides [2]*Side) error {
	if plan.Cells != nil {
		return nil
	}
	for _, cell := range sides[0].Cells {
		if slices.Contains(sides[1].Cells, cell) && sides[0].Corpus[cell] == sides[1].Corpus[cell] {
			plan.Cells = append(plan.Cells, cell)
		}
	}
	if len(plan.Cells) == 0 {
		return errors.New("the two have no cell in common")
	}
	return nil
}

func oneRound(ctx context.Context, started [2]Started, sides [2]*Side, plan *Plan, round int) error {
	schedule := measure.Schedule{Seed: plan.Seed}
	at := plan.First + round
	for k, i := range schedule.Round(at, len(plan.Cells)) {
		cell := plan.Cells[i]
		if plan.Tell != nil {
			plan.Tell(round*len(plan.Cells)+k, plan.Rounds*len(plan.Cells), cell)
		}
		if sides[0].Reject[cell] != "" || sides[1].Reject[cell] != "" {
			continue
		}
		for _, which := range turns(schedule, at, i) {
			sample, err := started[which].Sample(ctx, measure.Request{
				Cell: cell, Round: at, Passes: plan.Passes[cell], Audit: plan.Audit && round == 0,
			})
			var fault *measure.Fault
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.As(err, &fault):
				sides[which].Reject[cell] = fault.Err.Error()
				continue
			case err != nil:
				return err
			}
			sides[which].Add(sample)
			if plan.Keep != nil {
				if err := plan.Keep(which, sample); err != nil {
					return err
				}
			}
			if sample.Rejected == "" && plan.Passes[cell] == 0 {
				plan.Passes[cell] = sample.Passes // both do the same work
			}
		}
	}
	return nil
}

// turns is which program goes first in a cell: drawn from the seed in a round,
// the other way round in the next.
func turns(s measure.Schedule, round, cell int) [2]int {
	first := s.Rand(uint64(round/2), 3+uint64(cell)<<8).IntN(2)
	if round%2 == 1 {
		first = 1 - first
	}
	return [2]int{first, 1 - first}
}
