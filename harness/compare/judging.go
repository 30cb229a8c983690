package compare

import (
	"context"
	"errors"
	"sync"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// judger is a Running that can judge a benchmark without measuring it.
type judger interface {
	Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Sample, error)
}

// judge has both programs judge their benchmarks before the first round. They judge at the same time, because nothing
// is timed. The processes of every round get the results, so they need not judge again. A Running that is not a
// judger judges in every round.
func (plan *Plan) judge(ctx context.Context, programs [2]Program, arms [2]*Arm) error {
	var running [2]Running
	for i, program := range programs {
		var err error
		if running[i], err = program.Start(ctx, -1); err != nil {
			return err
		}
		defer running[i].Close()
		for _, info := range running[i].Benchmarks() {
			arms[i].AddBenchmark(info)
		}
		plan.Accepted[i] = map[results.Benchmark]*bench.Accepted{}
	}
	if err := plan.chooseBenchmarks(arms); err != nil {
		return err
	}
	var wait sync.WaitGroup
	var found [2]judged
	for i := range running {
		alone, ok := running[i].(judger)
		if !ok {
			continue
		}
		wait.Go(func() {
			for k, b := range plan.Benchmarks {
				if i == 0 && plan.Tell != nil {
					plan.Tell(k, len(plan.Benchmarks), b)
				}
				found[i].add(ctx, alone, b, plan.Audit)
			}
		})
	}
	wait.Wait()
	for i := range found {
		if err := errors.Join(ctx.Err(), found[i].err); err != nil {
			return err
		}
		for _, sample := range found[i].rejected {
			arms[i].Add(sample)
			if plan.Keep == nil {
				continue
			}
			if err := plan.Keep(i, sample); err != nil {
				return err
			}
		}
		for _, sample := range found[i].accepted {
			plan.Accepted[i][sample.Benchmark] = &bench.Accepted{Digest: sample.Digest, Nodes: sample.Nodes, Updates: sample.Updates}
			if i == 0 {
				plan.Passes[sample.Benchmark] = sample.Of // both do the same work
			}
		}
	}
	return nil
}

// judged is the result of judging the benchmarks of one program.
type judged struct {
	accepted, rejected []*results.Sample
	err                error // that ended the judging
}

// add judges one benchmark, unless an error has ended the judging.
func (j *judged) add(ctx context.Context, alone judger, b results.Benchmark, audit bool) {
	if j.err != nil || ctx.Err() != nil {
		return
	}
	sample, err := alone.Judge(ctx, b, audit)
	var failed *results.Rejection
	switch {
	case errors.As(err, &failed):
		j.rejected = append(j.rejected, &results.Sample{Benchmark: b, Rejected: *failed})
	case err != nil:
		j.err = err
	case !sample.Rejected.IsZero():
		j.rejected = append(j.rejected, sample)
	default:
		j.accepted = append(j.accepted, sample)
	}
}
