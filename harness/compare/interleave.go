package compare

import (
	"context"
	"errors"
	"slices"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Program can be measured side by side with another one: a build of gridjudge, an external program, or in tests a
// simulation.
type Program interface {
	// Start returns the program ready to take samples. A build starts a new process, bound to the processor cpu if
	// cpu is not negative. An external program ignores cpu.
	Start(ctx context.Context, cpu int) (Running, error)
}

// Running is a running program that takes samples.
type Running interface {
	Benchmarks() []results.BenchmarkInfo
	Sample(ctx context.Context, q bench.Request) (*results.Sample, error)
	Close() error
}

// Plan says what is measured side by side.
type Plan struct {
	Seed       uint64
	Rounds     int                 // at most; Remaining may end the measurement earlier
	First      int                 // number of the first round, so that a second measurement has other orders
	Parts      int                 // number of parts of a sample; at least 1
	CPUs       []int               // processors of builds, used in turn, each for two rounds; empty: not bound to any
	Benchmarks []results.Benchmark // nil: all that both programs have
	Passes     map[results.Benchmark]int
	Audit      bool // before the first round

	// Accepted holds the results of judging, by arm. If it is nil, the benchmarks are judged before the first round.
	Accepted [2]map[results.Benchmark]*bench.Accepted

	// Remaining is called after each round with the number of rounds measured so far. It returns the benchmarks that
	// the next round visits. If it returns none, the measurement ends. If it is nil, every round visits all benchmarks.
	Remaining func(rounds int) []results.Benchmark

	Tell func(done, of int, b results.Benchmark) // may be nil
	Keep func(arm int, s *results.Sample) error  // records a sample; may be nil
	skip map[results.Benchmark]bool              // benchmarks that no longer remain
}

// Interleave measures two programs round by round. A round visits the benchmarks in the order of the schedule. In each
// benchmark the two programs take their samples part by part in turns (a b b a a b b a ...). Rounds form pairs: the
// program that is first in one round of a pair is second in the other. So drift affects both programs equally, and so
// do bursts that are longer than a part.
//
// Every round starts a new process of each build. The place of a process in memory is part of the noise, and rounds
// that shared a process would not be independent. Both processes are bound to the same processor, because other
// processors may be slower or share their caches with busier ones. External programs are not bound, and their samples
// are whole processes in any case.
func Interleave(ctx context.Context, programs [2]Program, arms [2]*Arm, plan *Plan) error {
	if plan.Passes == nil {
		plan.Passes = map[results.Benchmark]int{}
	}
	plan.skip = map[results.Benchmark]bool{}
	if plan.Accepted[0] == nil {
		if err := plan.judge(ctx, programs, arms); err != nil {
			return err
		}
	}
	for round := range plan.Rounds {
		if err := plan.round(ctx, programs, arms, round); err != nil {
			return err
		}
		if plan.Remaining == nil {
			continue
		}
		remaining := plan.Remaining(round + 1)
		if len(remaining) == 0 {
			break
		}
		for _, b := range plan.Benchmarks {
			plan.skip[b] = !slices.Contains(remaining, b)
		}
	}
	return nil
}

// round starts both programs and visits every benchmark. The program that is started first alternates.
func (plan *Plan) round(ctx context.Context, programs [2]Program, arms [2]*Arm, round int) error {
	var running [2]Running
	cpu := -1
	if n := len(plan.CPUs); n > 0 {
		cpu = plan.CPUs[(plan.First+round)/2%n]
	}
	for turn := range programs {
		i := turn ^ round&1
		var err error
		if running[i], err = programs[i].Start(ctx, cpu); err != nil {
			return err
		}
		defer running[i].Close()
		for _, info := range running[i].Benchmarks() {
			arms[i].AddBenchmark(info)
		}
	}
	if err := plan.chooseBenchmarks(arms); err != nil {
		return err
	}
	return plan.visitAll(ctx, running, arms, round)
}

// chooseBenchmarks sets the benchmarks of a plan that names none: all benchmarks that both programs have with the same
// cases.
func (plan *Plan) chooseBenchmarks(arms [2]*Arm) error {
	if plan.Benchmarks != nil {
		return nil
	}
	for _, b := range arms[0].Benchmarks {
		if slices.Contains(arms[1].Benchmarks, b) && arms[0].Corpus[b] == arms[1].Corpus[b] {
			plan.Benchmarks = append(plan.Benchmarks, b)
		}
	}
	if len(plan.Benchmarks) == 0 {
		return inputErrorf("the two programs have no benchmark with the same cases in common")
	}
	return nil
}

// visitAll visits every remaining benchmark once.
func (plan *Plan) visitAll(ctx context.Context, running [2]Running, arms [2]*Arm, round int) error {
	schedule := bench.Schedule{Seed: plan.Seed}
	at := plan.First + round
	for k, i := range schedule.Round(at, len(plan.Benchmarks)) {
		b := plan.Benchmarks[i]
		if plan.Tell != nil {
			plan.Tell(round*len(plan.Benchmarks)+k, plan.Rounds*len(plan.Benchmarks), b)
		}
		if plan.skip[b] || arms[0].Reject[b] != "" || arms[1].Reject[b] != "" {
			continue
		}
		request := bench.Request{Benchmark: b, Round: at, Passes: plan.Passes[b], TotalsOnly: true}
		if err := plan.visit(ctx, running, arms, request, goesFirst(schedule, at, i)); err != nil {
			return err
		}
	}
	return nil
}

// visit takes a sample of one benchmark from both programs.
func (plan *Plan) visit(ctx context.Context, running [2]Running, arms [2]*Arm, q bench.Request, first int) error {
	var samples [2]partialSample
	q.Parts = max(plan.Parts, 1)
	for q.Part = range q.Parts {
		for turn := range 2 {
			which := first ^ turn ^ q.Part&1
			if arms[which].Reject[q.Benchmark] != "" {
				continue
			}
			q.Accepted = plan.Accepted[which][q.Benchmark]
			part, err := running[which].Sample(ctx, q)
			var failed *results.Rejection
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.As(err, &failed):
				arms[which].Reject[q.Benchmark] = failed.String()
				continue
			case err != nil:
				return err
			case !part.Rejected.IsZero():
				arms[which].Reject[q.Benchmark] = part.Rejected.String()
			default:
				q.Passes = part.Of // both do the same work
			}
			samples[which].add(part, q.Part)
		}
	}
	plan.Passes[q.Benchmark] = q.Passes
	for which, arm := range arms {
		sample := samples[which].whole
		if sample == nil || arm.Reject[q.Benchmark] != "" && sample.Rejected.IsZero() {
			continue
		}
		arm.Add(sample)
		arm.addHalves(q.Benchmark, &samples[which].halves)
		if plan.Keep != nil {
			if err := plan.Keep(which, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// partialSample is a sample whose parts are still being taken. whole joins all parts so far. The first half joins parts
// 1, 4, 5, 8 and so on, the second half joins parts 2, 3, 6, 7 and so on: the order (a b b a) of the two programs.
type partialSample struct {
	whole  *results.Sample
	halves [2]results.Sample
}

func (p *partialSample) add(part *results.Sample, number int) {
	p.halves[(number+1)/2%2].Join(part)
	if p.whole == nil {
		p.whole = part
		return
	}
	p.whole.Join(part)
}

// partTime is how long a part of a sample takes. Disturbances of a machine come in bursts: on a machine with busy
// neighbours, parts of 5 ms kept most of them out of the ratio of the two programs, parts of 25 ms and whole samples
// of 100 ms did not.
const partTime = 5 * time.Millisecond

// Parts returns the number of parts that a sample of this length is taken in.
func Parts(sample time.Duration) int { return max(1, int(sample/partTime)) }

// goesFirst returns which program is first in a benchmark. It is drawn from the seed for the first round of a pair; in
// the second round the other program is first.
func goesFirst(s bench.Schedule, round, benchmark int) int {
	first := s.Rand(uint64(round/2), 3+uint64(benchmark)<<8).IntN(2)
	if round%2 == 1 {
		first = 1 - first
	}
	return first
}
