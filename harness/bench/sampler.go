package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Workload is a set as measuring sees it. What is right is the judge's to say:
// Check comes from there.
type Workload struct {
	TestSet *testset.TestSet
	Set     string // problem/name
	Problem *corpus.Problem
	Cases   []corpus.Case
	Puzzles []solvers.Grid // of Cases
	Digest  string         // of the set's files
	Limit   time.Duration  // for one pass; 0 means none

	// Check says why a result is not accepted for a case, counted from 0.
	Check func(i int, r *solvers.Result) error
}

// NewWorkload makes the Workload of a test set.
func NewWorkload(set *testset.TestSet) *Workload {
	w := &Workload{TestSet: set, Set: set.Name, Problem: set.Problem, Cases: set.Cases, Digest: set.Digest(), Puzzles: set.Puzzles(), Limit: set.TimeLimit}
	w.Check = func(i int, r *solvers.Result) error {
		if f := judge.CheckResult(&set.Cases[i], solvers.Limits{}, r); f.Match != judge.Right {
			return errors.New(f.String())
		}
		return nil
	}
	return w
}

// Case is the name of case i, counted from 1 as everywhere.
func (w *Workload) Case(i int) string { return fmt.Sprintf("%s#%d", w.Set, i+1) }

// Sampler measures one cell.
type Sampler interface {
	// Prepare judges the cell and gets ready to measure it. A cell that is not
	// accepted comes back as a Sample with Rejected set, else nil.
	Prepare(ctx context.Context) (*results.Sample, error)

	// Sample measures. An error means that the contestant gave other answers
	// or counts than when it was judged.
	Sample(ctx context.Context, round int) (*results.Sample, error)

	// Close frees what Prepare set up.
	Close() error
}

// PartialSampler is a Meter that can take a sample part by part, so that another
// program can take its parts in between.
type PartialSampler interface {
	Sampler

	// Part takes one part, counted from 0, of the parts that a sample is divided
	// into. Some may be without a pass, but never the last one.
	Part(ctx context.Context, round, part, parts int) (*results.Sample, error)
}

// Settings are what a user may choose about samples.
type Settings struct {
	MinTime time.Duration // least length of a sample
	Passes  int           // passes in a sample; 0 means as many as MinTime asks for
	Seed    uint64
	Audit   bool // look for answers kept between passes
	Clock   Clock
}
