package bench

import (
	"context"
	"time"

	"gridjudge/harness/results"
)

// Sampler takes the samples of one benchmark.
type Sampler interface {
	// Prepare judges the contestant and gets ready to measure it. For a contestant
	// that is not accepted it returns a Sample with Rejected set, else nil.
	Prepare(ctx context.Context) (*results.Sample, error)

	// Sample takes one sample. The error is a *results.Rejection if the
	// contestant no longer behaves as when it was judged.
	Sample(ctx context.Context, round int) (*results.Sample, error)

	// Close frees the resources that Prepare took.
	Close() error
}

// PartialSampler is a Sampler that can take a sample part by part, so that another
// program can take its parts in between.
type PartialSampler interface {
	Sampler

	// Part takes one part, counted from 0, of the parts that a sample is divided
	// into. A part may have no pass; the last one always has one.
	Part(ctx context.Context, round, part, parts int) (*results.Sample, error)
}

// Settings say how samples are taken.
type Settings struct {
	MinTime time.Duration // least length of a sample
	Passes  int           // passes in a sample; 0 means as many as MinTime asks for
	Seed    uint64
	Audit   bool          // look for answers kept between passes
	Grace   time.Duration // how long a solver may ignore its cancellation; 0 means 2 s
	Clock   Clock

	// Accepted is the result of judging in another process of this build; Passes comes from the same process then. The
	// solver is not judged again. It may be nil.
	Accepted   *Accepted
	TotalsOnly bool // take no times of single cases
}

// NewSettings returns the settings of audited samples on the clocks of the machine.
func NewSettings(minTime time.Duration, seed uint64) Settings {
	return Settings{MinTime: minTime, Seed: seed, Audit: true, Clock: SystemClock{}}
}
