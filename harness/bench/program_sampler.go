package bench

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// programSampler measures a program by whole processes: a sample is one run over all
// cases, its start and its input and output included; of a program that reads
// a single case, one run for each, added up.
type programSampler struct {
	program *program.Program
	set     *testset.TestSet
	digest  uint64 // of the output that was judged
}

// NewProgramSampler makes the Meter of a program on a test set.
func NewProgramSampler(p *program.Program, set *testset.TestSet) Sampler {
	return &programSampler{program: p, set: set}
}

func (m *programSampler) cell() results.Benchmark {
	return results.Benchmark{Set: m.set.Name, Solver: m.program.Name}
}

// Prepare judges the program.
func (m *programSampler) Prepare(ctx context.Context) (*results.Sample, error) {
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict == judge.JudgeError:
		return nil, errors.New(res.Failed.Reason)
	case res.Verdict != judge.Accepted:
		return &results.Sample{
			Benchmark: m.cell(), Cases: res.Cases, Solved: res.Passed, PAR2: res.PAR2(),
			Rejected: fmt.Sprintf("%s: %s", res.Verdict, res.Failed.Reason),
		}, nil
	}
	m.digest = outputDigest(res)
	return nil, nil
}

func (m *programSampler) judge(ctx context.Context) (*program.Result, error) {
	return m.program.Judge(ctx, m.set, program.Options{}, func(*program.Record) error { return nil })
}

// Sample runs the program once. Output that differs from what was judged is an
// error, even where it might be right as well.
func (m *programSampler) Sample(ctx context.Context, round int) (*results.Sample, error) {
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict != judge.Accepted:
		return nil, fmt.Errorf("round %d: %s: %s", round+1, res.Verdict, res.Failed.Reason)
	case outputDigest(res) != m.digest:
		return nil, fmt.Errorf("round %d: its output is not what it was when it was judged", round+1)
	}
	return &results.Sample{
		Benchmark: m.cell(), Round: round, Passes: 1, Cases: res.Cases, Solved: res.Passed,
		Time: results.ClockReading{Wall: res.Wall, CPU: res.Total}, RSS: max(res.PeakRSS, 1), Digest: m.digest,
	}, nil
}

// Close has nothing to free: every run cleans up after itself.
func (m *programSampler) Close() error { return nil }

// outputDigest covers what all processes of a pass wrote.
func outputDigest(res *program.Result) uint64 {
	h := fnv.New64a()
	for _, r := range res.Records {
		h.Write(r.Output)
	}
	return h.Sum64()
}
