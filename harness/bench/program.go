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

// programMeter measures a program by whole processes: a sample is one run over all
// cases, its start and its input and output included; of a program that reads
// a single case, one run for each, added up.
type programMeter struct {
	program *program.Program
	set     *testset.TestSet
	digest  uint64 // of the output that was judged
}

// NewProgram makes the Meter of a program on a test set.
func NewProgram(p *program.Program, set *testset.TestSet) Meter {
	return &programMeter{program: p, set: set}
}

func (m *programMeter) cell() results.Cell {
	return results.Cell{Set: m.set.Name, Solver: m.program.Name}
}

// Prepare judges the program.
func (m *programMeter) Prepare(ctx context.Context) (*results.Sample, error) {
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict == judge.JudgeError:
		return nil, errors.New(res.Failed.Reason)
	case res.Verdict != judge.Accepted:
		return &results.Sample{
			Cell: m.cell(), Cases: res.Cases, Solved: res.Passed, PAR2: res.PAR2(),
			Rejected: fmt.Sprintf("%s: %s", res.Verdict, res.Failed.Reason),
		}, nil
	}
	m.digest = outputDigest(res)
	return nil, nil
}

func (m *programMeter) judge(ctx context.Context) (*program.Result, error) {
	return m.program.Judge(ctx, m.set, program.Options{}, func(*program.Record) error { return nil })
}

// Sample runs the program once. Output that differs from what was judged is an
// error, even where it might be right as well.
func (m *programMeter) Sample(ctx context.Context, round int) (*results.Sample, error) {
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
		Cell: m.cell(), Round: round, Passes: 1, Cases: res.Cases, Solved: res.Passed,
		Time: results.Reading{Wall: res.Wall, CPU: res.Total}, RSS: max(res.PeakRSS, 1), Digest: m.digest,
	}, nil
}

// Close has nothing to free: every run cleans up after itself.
func (m *programMeter) Close() error { return nil }

// outputDigest covers what all processes of a pass wrote.
func outputDigest(res *program.Result) uint64 {
	h := fnv.New64a()
	for _, r := range res.Records {
		h.Write(r.Output)
	}
	return h.Sum64()
}
