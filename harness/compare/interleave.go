package compare

import (
	"context"
	"errors"
	"slices"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Program is something that can be measured beside another: two builds of
// gridjudge, or in tests two simulations.
type Program interface {
	// Start starts it afresh, on one processor if cpu is not negative.
	Start(ctx context.Context, cpu int) (Running, error)
}

// Running is a running program that takes samples.
type Running interface {
	Benchmarks() []results.BenchmarkInfo
	Sample(ctx context.Context, q bench.Request) (*results.Sample, error)
	Close() error
}

// Plan is what is to be measured side by side.
type Plan struct {
	Seed       uint64
	Rounds     int
	First      int                 // number of the first round, so that a second measurement has other orders
	Parts      int                 // that a sample is taken in; at least 1
	CPUs       []int               // that the two are bound to, both to the same, the next one every second round; may be empty
	Benchmarks []results.Benchmark // nil: all that both have
	Passes     map[results.Benchmark]int
	Audit      bool                                       // in the first round
	Tell       func(done, of int, cell results.Benchmark) // may be nil
	Keep       func(which int, s *results.Sample) error   // records a sample; may be nil
}

// Interleave measures two programs round by round. Every round starts both anew,
// for where a process lies in memory is part of the noise, and rounds that shared
// it would not be independent. Both are bound to the same processor, for another
// one has other neighbours. A round visits the cells in the order of the schedule;
// in each cell the two take their samples part by part in turns (a b b a a b b a
// ...), which of them first being mirrored from one round to the next. So whatever
// drifts, or comes in bursts longer than a part, meets both.
func Interleave(ctx context.Context, programs [2]Program, sides [2]*Arm, plan *Plan) error {
	if plan.Passes == nil {
		plan.Passes = map[results.Benchmark]int{}
	}
	for round := range plan.Rounds {
		if err := oneRound(ctx, programs, sides, plan, round); err != nil {
			return err
		}
	}
	return nil
}

func oneRound(ctx context.Context, programs [2]Program, sides [2]*Arm, plan *Plan, round int) error {
	var started [2]Running
	cpu := -1
	if n := len(plan.CPUs); n > 0 {
		cpu = plan.CPUs[(plan.First+round)/2%n]
	}
	for i, program := range programs {
		var err error
		if started[i], err = program.Start(ctx, cpu); err != nil {
			return err
		}
		defer started[i].Close()
		for _, about := range started[i].Benchmarks() {
			sides[i].AddBenchmark(about)
		}
	}
	if err := plan.chooseCells(sides); err != nil {
		return err
	}
	return plan.visitAll(ctx, started, sides, round)
}

// chooseCells takes all cells that both have, of the same cases, where none are
// asked for.
func (plan *Plan) chooseCells(sides [2]*Arm) error {
	if plan.Benchmarks != nil {
		return nil
	}
	for _, cell := range sides[0].Benchmarks {
		if slices.Contains(sides[1].Benchmarks, cell) && sides[0].Corpus[cell] == sides[1].Corpus[cell] {
			plan.Benchmarks = append(plan.Benchmarks, cell)
		}
	}
	if len(plan.Benchmarks) == 0 {
		return errors.New("the two have no cell in common")
	}
	return nil
}

// visitAll visits every cell once.
func (plan *Plan) visitAll(ctx context.Context, started [2]Running, sides [2]*Arm, round int) error {
	schedule := bench.Schedule{Seed: plan.Seed}
	at := plan.First + round
	for k, i := range schedule.Round(at, len(plan.Benchmarks)) {
		cell := plan.Benchmarks[i]
		if plan.Tell != nil {
			plan.Tell(round*len(plan.Benchmarks)+k, plan.Rounds*len(plan.Benchmarks), cell)
		}
		if sides[0].Reject[cell] != "" || sides[1].Reject[cell] != "" {
			continue
		}
		request := bench.Request{Benchmark: cell, Round: at, Passes: plan.Passes[cell], Audit: plan.Audit && round == 0}
		if err := plan.visit(ctx, started, sides, request, goesFirst(schedule, at, i)); err != nil {
			return err
		}
	}
	return nil
}

// visit takes a sample of one cell from both programs.
func (plan *Plan) visit(ctx context.Context, started [2]Running, sides [2]*Arm, q bench.Request, first int) error {
	var taken [2]taking
	q.Parts = max(plan.Parts, 1)
	for q.Part = range q.Parts {
		for turn := range 2 {
			which := first ^ turn ^ q.Part&1
			if sides[which].Reject[q.Benchmark] != "" {
				continue
			}
			part, err := started[which].Sample(ctx, q)
			var fault *results.Rejection
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.As(err, &fault):
				sides[which].Reject[q.Benchmark] = fault.String()
				continue
			case err != nil:
				return err
			case !part.Rejected.IsZero():
				sides[which].Reject[q.Benchmark] = part.Rejected.String()
			default:
				q.Passes = part.Of // both do the same work
			}
			taken[which].add(part, q.Part)
		}
	}
	plan.Passes[q.Benchmark] = q.Passes
	for which, side := range sides {
		sample := taken[which].whole
		if sample == nil || side.Reject[q.Benchmark] != "" && sample.Rejected.IsZero() {
			continue
		}
		side.Add(sample)
		side.addHalves(q.Benchmark, &taken[which].halves)
		if plan.Keep != nil {
			if err := plan.Keep(which, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// taking is a sample on its way, and the two halves of its parts: the first,
// fourth, fifth and eighth and so on, and the others. The halves follow each
// other as the two programs do.
type taking struct {
	whole  *results.Sample
	halves [2]results.Sample
}

func (t *taking) add(part *results.Sample, number int) {
	t.halves[(number+1)/2%2].Join(part)
	if t.whole == nil {
		t.whole = part
		return
	}
	t.whole.Join(part)
}

// partTime is how long a part of a sample takes. What disturbs a machine comes
// in bursts; on one whose neighbours were busy, the ratio of a program to itself
// in samples of 100 ms scattered in three cells by 5.0, 4.2 and 1.6 % when they were
// taken whole, by 3.4, 2.3 and 2.1 % in parts of 25 ms, by 0.6, 1.0 and 1.7 % in
// parts of 5 ms: the third, of dlx, gained nothing (METHODOLOGY, Rounds).
const partTime = 5 * time.Millisecond

// Parts is how many parts a sample of this length is taken in.
func Parts(sample time.Duration) int { return max(1, int(sample/partTime)) }

// goesFirst is which program goes first in a cell: drawn from the seed in a
// round, the other way round in the next.
func goesFirst(s bench.Schedule, round, cell int) int {
	first := s.Rand(uint64(round/2), 3+uint64(cell)<<8).IntN(2)
	if round%2 == 1 {
		first = 1 - first
	}
	return first
}
