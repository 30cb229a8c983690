package bench

import (
	"context"
	"errors"
	"hash/fnv"

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
	guard   *guard
	digest  uint64 // of the output that was judged
}

// NewProgramSampler returns the Sampler of a program on a test set. The receipt has the
// digests of the program's files. A sample fails if one of the files has changed.
func NewProgramSampler(p *program.Program, set *testset.TestSet, receipt *results.Receipt) Sampler {
	return &programSampler{program: p, set: set, guard: newGuard(receipt)}
}

func (m *programSampler) benchmark() results.Benchmark {
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
		s := rejectedSample(m.benchmark(), res.SetResult)
		s.Verdicts = caseVerdicts(res)
		return s, nil
	}
	m.digest = outputDigest(res)
	return nil, nil
}

func (m *programSampler) judge(ctx context.Context) (*program.Result, error) {
	return m.program.Judge(ctx, m.set, program.Options{}, func(*program.Record) error { return nil })
}

// Sample runs the program once. Output that differs from the judged output is an error,
// even if it may be right.
func (m *programSampler) Sample(ctx context.Context, round int) (*results.Sample, error) {
	fail := func(v judge.Verdict, c int, reason string) error {
		return inRound(round, &results.Rejection{Verdict: v, Case: c, Reason: reason})
	}
	if err := m.guard.check(); err != nil {
		return nil, fail(judge.NotJudged, 0, err.Error())
	}
	res, err := m.judge(ctx)
	switch {
	case err != nil:
		return nil, err
	case res.Verdict == judge.JudgeError:
		return nil, errors.New(res.Failed.Reason)
	case res.Verdict != judge.Accepted:
		return nil, fail(res.Verdict, res.Failed.Case, res.Failed.Reason)
	case outputDigest(res) != m.digest:
		return nil, fail(judge.WrongAnswer, 0, "another output than when judged")
	}
	return &results.Sample{
		Benchmark: m.benchmark(), Round: round, Passes: 1, Cases: res.Cases, Solved: res.Passed,
		Time: results.ClockReading{Wall: res.Wall, CPU: res.Total}, RSS: max(res.PeakRSS, 1), Digest: m.digest,
		Verdicts: caseVerdicts(res),
	}, nil
}

// caseVerdicts returns the verdict of every case. It returns nil if one process had all
// cases and was not accepted: the verdicts of single cases are not known then.
func caseVerdicts(res *program.Result) []judge.Verdict {
	verdicts := make([]judge.Verdict, res.Cases)
	switch {
	case res.PerCase:
		for _, r := range res.Records {
			verdicts[r.Case-1], _ = r.Verdict()
		}
	case res.Verdict == judge.Accepted:
		for i := range verdicts {
			verdicts[i] = judge.Accepted
		}
	default:
		return nil
	}
	return verdicts
}

// Close frees nothing: every run cleans up after itself.
func (m *programSampler) Close() error { return nil }

// outputDigest covers the output of all processes of a pass.
func outputDigest(res *program.Result) uint64 {
	h := fnv.New64a()
	for _, r := range res.Records {
		h.Write(r.Output)
	}
	return h.Sum64()
}
