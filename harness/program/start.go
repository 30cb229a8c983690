package program

import (
	"context"
	"slices"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// The cpu time of a start is measured in this many runs. Each run has this limit of cpu time, because a program that
// loops at the end of its input must not hold up the judge.
const (
	startRuns  = 6
	startLimit = 2 * time.Second
)

// Start measures how much cpu time the program needs to start, before it begins to solve. It runs the program several
// times on an input without cases, and returns the median of the cpu times. The input is in the format in which the
// program gets the cases of the set. If one of these runs fails, the time is not known, and the second result is false.
// Start keeps the result, so that it measures only once for each format.
func (p *Program) Start(ctx context.Context, set *testset.TestSet) (start time.Duration, known bool, err error) {
	q := p.FormatFor(set.Problem)
	if start, measured := p.starts[q]; measured {
		return start, start > 0, nil
	}
	all, err := set.All(ctx)
	if err != nil {
		return 0, false, err
	}
	var times []time.Duration
	for len(times) < startRuns {
		t, err := p.task(set, all.Slice(0, 0), judge.Limits{Time: startLimit})
		if err != nil {
			return 0, false, err
		}
		r, err := p.run(ctx, set, t, false)
		if err != nil {
			return 0, false, err
		}
		if f := &r.Facts; !f.Ran || f.JudgeError != "" || f.Exit != 0 || f.Signal != "" || f.Killed != sandbox.NotKilled {
			times = nil
			break
		}
		times = append(times, r.Facts.CPU)
	}
	if len(times) > 0 {
		slices.Sort(times)
		start = (times[startRuns/2-1] + times[startRuns/2]) / 2
	}
	if p.starts == nil {
		p.starts = map[*corpus.Problem]time.Duration{}
	}
	p.starts[q] = start
	return start, start > 0, nil
}
