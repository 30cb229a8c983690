package external

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"gridjudge/harness/judge"
	"gridjudge/harness/measure"
)

// meter measures a program by whole processes: a sample is one run over all
// cases, its start and its input and output included.
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
	if m.program.PerCase {
		return m.reject(&Result{Standing: &judge.Standing{Cases: len(m.task.Cases)}}, "it reads a single case: its start would be measured once for each"), nil
	}
	res, err := m.program.Judge(ctx, m.task, false, func(*Record) error { return nil })
	switch {
	case err != nil:
		return nil, err
	case res.Verdict == judge.JudgeError:
		return nil, errors.New(res.Failed.Reason)
	case res.Verdict != judge.Accepted:
		return m.reject(res, fmt.Sprintf("%s: %s", res.Verdict, res.Failed.Reason)), nil
	}
	m.digest = digest(res.Records[0].Output)
	return nil, nil
}

func (m *meter) reject(res *Result, why string) *measure.Sample {
	return &measure.Sample{Cell: m.cell(), Cases: res.Cases, Solved: res.Passed, Rejected: why, PAR2: res.PAR2()}
}

// Sample runs the program once. Output that differs from what was judged is an
// error, even where it might be right as well.
func (m *meter) Sample(ctx context.Context, round int) (*measure.Sample, error) {
	r, err := m.program.run(ctx, m.task, m.task.Cases, m.program.timeLimit(m.task))
	if err != nil {
		return nil, err
	}
	if v, reason := r.Verdict(); v != judge.Accepted {
		return nil, fmt.Errorf("round %d: %s: %s", round+1, v, reason)
	}
	if digest(r.Output) != m.digest {
		return nil, fmt.Errorf("round %d: its output is not what it was when it was judged", round+1)
	}
	return &measure.Sample{
		Cell: m.cell(), Round: round, Passes: 1, Cases: r.Cases, Solved: r.Cases,
		Time: measure.Reading{Wall: r.Facts.Wall, CPU: r.Facts.CPU}, RSS: max(r.Facts.PeakRSS, 1), Digest: m.digest,
	}, nil
}

// Close has nothing to free: every run cleans up after itself.
func (m *meter) Close() error { return nil }

func digest(output []byte) uint64 {
	h := fnv.New64a()
	h.Write(output)
	return h.Sum64()
}
