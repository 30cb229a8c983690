package compare

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// Programs compares two external programs. Their samples are interleaved and their verdicts decided as those of two
// revisions are, but without a calibration. A sample is as many whole processes as take Settings.Time. The time of a
// process includes its start, its input and its output. A part of a sample is zero or more of its processes.
type Programs struct {
	Plans    [2]*bench.Plan // of the old and of the new program, on the same sets
	Settings Settings
	Rules    Rules
}

// programName is the name under which both programs are recorded, so that their benchmarks are the same.
const programName = "program"

// Run measures and decides. If it ends early, the result names the folder with the samples so far.
func (p *Programs) Run(ctx context.Context, shown Progress) (*Result, error) {
	if err := p.Settings.check(); err != nil {
		return nil, err
	}
	e := &experimentRun{settings: &p.Settings, rules: p.Rules, external: true}
	for i, plan := range p.Plans {
		if len(plan.Benchmarks) == 0 {
			return nil, inputErrorf("%s accepts the input format of none of the chosen sets", [2]string{"old", "new"}[i])
		}
		receipt := &plan.Receipts[0]
		e.arms[i] = results.Arm{Name: fmt.Sprintf("%s: %s", receipt.Name, strings.Join(receipt.Command, " ")), Program: receipt.Digest, Sets: digests(plan.Benchmarks)}
		program := &external{minTime: p.Settings.Time, entries: map[results.Benchmark]*externalEntry{}}
		for k, sampler := range plan.Samplers() {
			info := plan.Benchmarks[k]
			info.Solver = programName
			program.infos = append(program.infos, info)
			program.entries[info.Benchmark()] = &externalEntry{sampler: sampler}
		}
		e.programs[i] = program
	}
	return e.run(ctx, shown)
}

// external is a Program that is not a build of gridjudge. Each of its samples runs new processes, so Start starts
// nothing.
type external struct {
	minTime time.Duration
	infos   []results.BenchmarkInfo
	entries map[results.Benchmark]*externalEntry
}

// externalEntry is one benchmark of an external program.
type externalEntry struct {
	sampler  bench.Sampler
	template *results.Sample // a sample without a pass; nil before judging
}

// Start returns the program itself. Its processes are bound to no processor: some use several.
func (p *external) Start(context.Context, int) (Running, error) { return p, nil }

// Benchmarks returns what the program can be measured on.
func (p *external) Benchmarks() []results.BenchmarkInfo { return p.infos }

// Close has nothing to end.
func (p *external) Close() error { return nil }

// Judge judges the program on a set, and chooses by one run how many processes a sample has.
func (p *external) Judge(ctx context.Context, b results.Benchmark, _ bool) (*results.Sample, error) {
	e := p.entries[b]
	rejected, err := e.sampler.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	if rejected != nil {
		rejected.Benchmark = b
		return rejected, nil
	}
	run, err := e.sampler.Sample(ctx, 0)
	if err != nil {
		return nil, err
	}
	run.Benchmark = b
	run.Of = max(1, int(math.Ceil(float64(p.minTime)/float64(max(run.Time.Wall, time.Millisecond)))))
	run.Passes, run.Time = 0, results.ClockReading{}
	e.template = run
	whole := *run
	return &whole, nil
}

// Sample runs the processes of one part of a sample.
func (p *external) Sample(ctx context.Context, q bench.Request) (*results.Sample, error) {
	e := p.entries[q.Benchmark]
	sum := *e.template
	sum.Round, sum.Of = q.Round, max(q.Passes, 1)
	for range sum.Of*(q.Part+1)/q.Parts - sum.Of*q.Part/q.Parts {
		run, err := e.sampler.Sample(ctx, q.Round)
		if err != nil {
			return nil, err
		}
		sum.Join(run)
	}
	return &sum, nil
}
