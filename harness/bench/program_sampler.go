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

// programSampler measures a program by whole processes. A sample is one process for all
// cases, with its start, its input and its output. For a program that reads a single case,
// a sample is the sum of one process per case.
type programSampler struct {
	program *program.Program
	set     *testset.TestSet
	answers uint64 // digest of the output that was judged
}

// NewProgramSampler returns the Sampler of a program on a test set; answers is the digest of the judged output.
func NewProgramSampler(p *program.Program, set *testset.TestSet, answers uint64) Sampler {
	return &programSampler{program: p, set: set, answers: answers}
}

// Prepare does nothing: every sample starts anew.
func (m *programSampler) Prepare(context.Context, bool) error { return nil }

// Part runs the program once. Output that differs from the judged output is an error,
// even if it may be right.
func (m *programSampler) Part(ctx context.Context, q Part) (*results.Sample, []int64, error) {
	var columns judge.Columns
	res, err := m.program.Judge(ctx, m.set, program.Options{}, &columns, func(*program.Record) error { return nil })
	switch {
	case err != nil:
		return nil, nil, err
	case res.Verdict == judge.JudgeError:
		return nil, nil, errors.New(res.Reason())
	case res.Verdict != judge.Accepted:
		return nil, nil, &results.Failure{Verdict: res.Verdict, Case: res.Failed, Facts: res.Facts}
	case res.Digest() != m.answers:
		return nil, nil, &results.Failure{Verdict: judge.WrongAnswer, Facts: judge.Facts{
			Ran: true, Finding: cases.Finding{Match: cases.Wrong, Reason: "another output than when judged"},
		}}
	}
	return &results.Sample{Round: q.Round, Passes: 1, Of: 1, Wall: res.Wall, CPU: res.Time, RSS: res.PeakRSS(), Answers: m.answers}, columns.NS, nil
}
