package compare

import (
	"context"
	"math"
	"slices"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
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

// programName is the name under which both programs are recorded, so that their benchmarks are the same.
const programName = "program"

// external is a Target that is not a build of gridjudge. Each of its samples runs new processes, so Start starts
// nothing. A sample is as many whole processes as take minTime. The time of a process includes its start, its input and
// its output. A part of a sample is zero or more of its processes.
type external struct {
	program  *program.Program
	sets     []*testset.TestSet
	minTime  time.Duration
	samplers map[results.Benchmark]bench.Sampler // of the accepted
}

// Start returns the program itself. Its processes are bound to no processor: some use several.
func (p *external) Start(context.Context, int) (StartedTarget, error) { return p, nil }

// Benchmarks returns what the program can be measured on.
func (p *external) Benchmarks() (all []bench.Offer) {
	for _, set := range p.sets {
		if p.program.Meets(set) {
			b := results.Benchmark{Set: set.Name, Solver: programName}
			all = append(all, bench.Offer{Benchmark: b, Digest: set.Digest()})
		}
	}
	return all
}

// Close has nothing to end.
func (p *external) Close() error { return nil }

// Judge judges the program on a set. The time of the judged process says how many a sample has.
func (p *external) Judge(ctx context.Context, b results.Benchmark, _ bool) (*results.Result, int, error) {
	set := p.sets[slices.IndexFunc(p.sets, func(s *testset.TestSet) bool { return s.Name == b.Set })] // of Benchmarks
	r, err := bench.JudgeOne(ctx, set, &bench.Contestant{Name: p.program.Name, Program: p.program}, 1)
	if err != nil {
		return nil, 0, err
	}
	r.Benchmark = b
	p.samplers[b] = &bench.ProgramSampler{Program: p.program, Set: set, Answers: r.Answers}
	return r, max(1, int(math.Ceil(float64(p.minTime)/float64(max(r.Wall, time.Millisecond))))), nil
}

// TakePart runs the processes of one part of a sample.
func (p *external) TakePart(ctx context.Context, q bench.Request) (*results.Sample, error) {
	sum := &results.Sample{Round: q.Round}
	from, to := q.Share(q.Passes)
	for range to - from {
		run, _, err := p.samplers[q.Benchmark].TakePart(ctx, bench.Part{Round: q.Round, Of: 1})
		if err != nil {
			return nil, err
		}
		sum.Join(run)
	}
	return sum, nil
}
