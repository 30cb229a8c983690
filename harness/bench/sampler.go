package bench

import (
	"context"
	"time"

	"gridjudge/harness/results"
)

// Sampler takes the samples of one benchmark.
type Sampler interface {
	// Prepare judges the contestant and gets ready to measure it. It returns nil if the
	// contestant is accepted, otherwise a Sample with Rejected set.
	Prepare(ctx context.Context) (*results.Sample, error)

	// Sample takes one sample. The error is a *results.Rejection if the
	// contestant no longer behaves as when it was judged.
	Sample(ctx context.Context, round int) (*results.Sample, error)

	// Close frees the resources that Prepare took.
	Close() error
}

// PartialSampler is a Sampler that can take a sample in parts, so that two programs can
// take their parts in turns.
type PartialSampler interface {
	Sampler

	// Part takes one part of a sample that is divided into so many parts; part counts
	// from 0. A part may have no pass. The last part has at least one.
	Part(ctx context.Context, round, part, parts int) (*results.Sample, error)
}

// Settings say how samples are taken.
type Settings struct {
	MinTime time.Duration // least length of a sample
	Passes  int           // passes in a sample; 0 means as many as fill MinTime
	Seed    uint64
	Audit   bool          // look for answers kept between passes
	Grace   time.Duration // how long a solver may ignore its cancellation; 0 means 2 s
	Clock   Clock

	// Accepted, unless nil, is the result of judging in another process of this build. The solver is then not judged
	// again. Passes must be set, too: to the number of passes that the other process chose.
	Accepted   *Accepted
	TotalsOnly bool // take no times of single cases
}

// NewSettings returns the settings of audited samples on the clocks of the machine.
func NewSettings(minTime time.Duration, seed uint64) Settings {
	return Settings{MinTime: minTime, Seed: seed, Audit: true, Clock: SystemClock{}}
}
