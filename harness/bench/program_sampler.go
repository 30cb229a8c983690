package bench

import (
	"context"
	"errors"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// ProgramSampler measures a program by whole processes. A sample is one process for all
// cases, with its start, its input and its output. For a program that reads a single case,
// a sample is the sum of one process per case.
type ProgramSampler struct {
	Program *program.Program
	Set     *testset.TestSet
	Answers uint64 // digest of the output that was judged
}

// Prepare does nothing: every sample starts anew.
func (m *ProgramSampler) Prepare(context.Context, bool) error { return nil }

// TakePart runs the program once. Output that differs from the judged output is an error,
// even if it may be right.
func (m *ProgramSampler) TakePart(ctx context.Context, q Part) (*results.Sample, []int64, error) {
	res, err := m.Program.Judge(ctx, m.Set, program.Options{})
	switch {
	case err != nil:
		return nil, nil, err
	case res.Verdict == judge.JudgeError:
		return nil, nil, errors.New(res.Reason())
	case res.Verdict != judge.Accepted:
		return nil, nil, &results.Failure{Verdict: res.Verdict, Case: res.Failed, Line: res.Line, Facts: res.Facts}
	case res.Digest() != m.Answers:
		finding := cases.Finding{Match: cases.Wrong, Reason: "another output than when judged"}
		return nil, nil, results.NewFailure(0, judge.Facts{Ran: true, Finding: finding})
	}
	return &results.Sample{Round: q.Round, Passes: 1, Wall: res.Wall, CPU: res.Time, RSS: res.PeakRSS()}, res.Columns.NS, nil
}
