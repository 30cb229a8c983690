package program

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"gridjudge/harness/judge"
	"gridjudge/harness/measure"
)

// meter measures a program by whole processes: a sample is one run over all
// cases, its start and its input and output included; of a program that reads
// a single case, one run for each, added up.
type meter struct {
	program *Program
	task    *Task
	digest  uint64 // of the output that was judged
}

// NewMeter makes the measure.Meter of a program on a task.
func NewMeter(p *Program, t *Task) measure.Meter { return &meter{program: p, task: t} }

func (m *meter) cell() measure.Cell { return measure.Cell{Set: m.task.Set, Solver: m.program.Name} }

// Prepare judges the program.
func (m *meter) Prepare(ctx context.Context) (*measure.Sample, error) {
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict == judge.JudgeError:
		return nil, errors.New(res.Failed.Reason)
	case res.Verdict != judge.Accepted:
		return &measure.Sample{
			Cell: m.cell(), Cases: res.Cases, Solved: res.Passed, PAR2: res.PAR2(),
			Rejected: fmt.Sprintf("%s: %s", res.Verdict, res.Failed.Reason),
		}, nil
	}
	m.digest = digest(res)
	return nil, nil
}

func (m *meter) judge(ctx context.Context) (*Result, error) {
	return m.program.Judge(ctx, m.task, false, func(*Record) error { return nil })
}

// Sample runs the program once. Output that differs from what was judged is an
// error, even where it might be right as well.
func (m *meter) Sample(ctx context.Context, round int) (*measure.Sample, error) {
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict != judge.Accepted:
		return nil, fmt.Errorf("round %d: %s: %s", round+1, res.Verdict, res.Failed.Reason)
	case digest(res) != m.digest:
		return nil, fmt.Errorf("round %d: its output is not what it was when it was judged", round+1)
	}
	return &measure.Sample{
		Cell: m.cell(), Round: round, Passes: 1, Cases: res.Cases, Solved: res.Passed,
		Time: measure.Reading{Wall: res.Wall, CPU: res.Total}, RSS: max(res.PeakRSS, 1), Digest: m.digest,
	}, nil
}

// Close has nothing to free: every run cleans up after itself.
func (m *meter) Close() error { return nil }

// digest covers what all processes of a pass wrote.
func digest(res *Result) uint64 {
	h := fnv.New64a()
	for _, r := range res.Records {
		h.Write(r.Output)
	}
	return h.Sum64()
}
