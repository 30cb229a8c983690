package compare

import (
	"context"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Target can be measured side by side with another one: a build of gridjudge, an external program, or a simulation.
type Target interface {
	// Start returns the target ready to judge and to take samples. A build starts a new process, bound to the processor
	// cpu if cpu is not negative. An external program ignores cpu.
	Start(ctx context.Context, cpu int) (StartedTarget, error)
}

// StartedTarget is a Target that judges and takes samples: a process of a build, or its stand-in.
type StartedTarget interface {
	Benchmarks() []bench.Offer

	// Judge judges a benchmark, and looks for answers kept between passes if audit is set. passes is how many a sample
	// has, if the contestant is accepted.
	Judge(ctx context.Context, b results.Benchmark, audit bool) (r *results.Result, passes int, err error)

	// TakePart takes a part of a sample. The error is a *results.Failure if the contestant failed.
	TakePart(ctx context.Context, q bench.Request) (*results.Sample, error)

	Close() error
}
