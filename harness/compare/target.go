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

// Target is something that can be measured side by side with another one: a build of gridjudge, an external program,
// or, in tests, a simulation.
type Target interface {
	// Start returns the target ready to judge and to take samples. A build starts a new process, which is bound to
	// the processor cpu unless cpu is negative. An external program ignores cpu.
	Start(ctx context.Context, cpu int) (StartedTarget, error)
}

// StartedTarget judges and takes samples. It is a process of a build, or an external program.
type StartedTarget interface {
	Benchmarks() []bench.Offer

	// Judge judges a benchmark. If audit is set, it also checks whether the contestant keeps answers between passes.
	// passes is the number of passes in a sample, if the contestant is accepted.
	Judge(ctx context.Context, b results.Benchmark, audit bool) (r *results.Result, passes int, err error)

	// TakePart takes a part of a sample. If the contestant fails, the error is a *results.Failure.
	TakePart(ctx context.Context, q bench.Request) (*results.Sample, error)

	Close() error
}

// programName is the name under which both programs are recorded, so that their benchmarks are the same.
const programName = "program"

// external is a Target for an external program. Its method Start starts no process, because each sample runs new
// processes. A sample consists of several processes that together take about minTime. The processes are divided among
// the parts of the sample. If there are fewer processes than parts, some parts are empty. The time of a process
// includes its start, its input and its output.
type external struct {
	program  *program.Program
	sets     []*testset.TestSet
	minTime  time.Duration
	samplers map[results.Benchmark]bench.Sampler // for each benchmark that was judged
}

// Start returns the program itself. Its processes are not bound to a processor, because some programs use several.
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

// Close does nothing, because no process is left running.
func (p *external) Close() error { return nil }

// Judge judges the program on a set. The time of the judged process determines how many processes a sample runs.
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
