package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// Sampler takes the samples of one benchmark, which was judged and accepted.
type Sampler interface {
	// Prepare gets ready to measure the contestant. If audit is true, it also checks whether the contestant keeps
	// answers between passes. If the contestant behaves differently than when it was judged, the error is a
	// *results.Failure.
	Prepare(ctx context.Context, audit bool) error

	// TakePart takes one part of a sample. It also returns the times of single cases if they are known. If the
	// contestant fails, the error is a *results.Failure.
	TakePart(ctx context.Context, q Part) (s *results.Sample, ns []int64, err error)
}

// Part identifies one of the parts of a sample. A sample is divided into parts so that two programs can take their
// parts in turns: a change of the machine's speed then affects both.
type Part struct {
	Round int `json:"round"`
	Index int `json:"part"` // from 0
	Of    int `json:"parts"`
}

// Share returns which passes of a sample belong to this part: the passes with the numbers from, from+1, ..., to-1. The
// parts get as nearly equal numbers of passes as possible. For example, the four parts of a sample of 10 passes get 2,
// 3, 2 and 3 passes. If there are fewer passes than parts, some early parts get none, but the last part always gets at
// least one.
func (p Part) Share(passes int) (from, to int) {
	return passes * p.Index / p.Of, passes * (p.Index + 1) / p.Of
}

// whole returns the only part of a sample that is not divided.
func whole(round int) Part { return Part{Round: round, Of: 1} }

// Settings say how samples are taken.
type Settings struct {
	MinTime   time.Duration // the length of a sample, as far as the warm-up tells
	Passes    int           // the number of passes in a sample; 0 means as many as fill MinTime
	Seed      uint64
	Solutions uint64 // the number at which each search stops counting; 0 means 1
	Clock     Clock

	TotalsOnly bool // do not take times of single cases
}

// AcceptedPass remembers what a solver did in the pass in which it was judged and accepted: it holds a digest of the
// answers, and the sums of the counters. When the solver is measured later, the sampler compares its first pass with
// this summary, and so notices a solver whose results change. The summary can also be passed to another process of the
// same build, which then need not judge the benchmark again.
type AcceptedPass struct {
	Answers uint64 `json:"answers"`
	Nodes   uint64 `json:"nodes"`
	Updates uint64 `json:"updates"`
}

// AcceptedPassOf returns the summary of the judged pass of a result.
func AcceptedPassOf(r *results.Result) *AcceptedPass {
	return &AcceptedPass{r.Answers, r.Nodes, r.Updates}
}

// digest returns a digest of the answers of all cases.
func digest(answers []uint64) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
	h := uint64(len(answers))
	for _, a := range answers {
		h = (h ^ a) * odd
		h ^= h >> 29
	}
	return h
}

// recoverPanic calls a function and returns a panic of the contestant as a Failure.
func recoverPanic(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = results.NewFailure(0, judge.Facts{Ran: true, BuiltIn: true, Panic: judge.PanicReason(p)})
		}
	}()
	return call()
}

// wrong returns the Failure of a built-in solver whose answer to case i is not accepted. Cases are counted from 0. If
// i is -1, the failure does not belong to a single case.
func wrong(i int, format string, args ...any) error {
	finding := cases.Finding{Match: cases.Wrong, Case: i + 1, Reason: fmt.Sprintf(format, args...)}
	return results.NewFailure(i+1, judge.Facts{Ran: true, BuiltIn: true, Finding: finding})
}

// ProgramSampler measures a program by whole processes. A sample is one process that solves all cases, and its time
// includes the start, the input and the output. If the program reads a single case, a sample is the sum of one
// process per case.
type ProgramSampler struct {
	Program *program.Program
	Set     *testset.TestSet
	Answers uint64 // digest of the output that was judged
}

// Prepare does nothing, because every sample starts new processes.
func (m *ProgramSampler) Prepare(context.Context, bool) error { return nil }

// TakePart runs the program on the whole set. The output must equal the output that was judged. If it differs, the
// program fails, even though the new output may also be right.
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
	counters, _ := res.Counters() // the result of the judged pass says what is wrong with them
	return &results.Sample{
		Round: q.Round, Passes: 1, Wall: res.Wall, CPU: res.Time, RSS: res.PeakRSS(), Counters: counters,
	}, res.Columns.NS, nil
}
