package compare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// simulatedMachine is a simulated computer that two programs share. Its clock advances with every sample, its speed
// drifts slowly, and another process loads it in bursts. It does not depend on the real time.
type simulatedMachine struct {
	now   time.Duration
	rand  *rand.Rand
	noise float64 // standard deviation of a sample, relative
	drift float64 // amplitude of a slow wave of the speed, relative
	burst float64 // slowdown while the other process runs
	flash float64 // slowdown in half of all stretches of 50 ms
}

// sample returns how long work takes on the machine now.
func (m *simulatedMachine) sample(work time.Duration) time.Duration {
	const period = 10 * time.Minute
	speed := 1 + m.drift*math.Sin(2*math.Pi*float64(m.now)/float64(period))
	if m.burst > 0 && m.now%(7*time.Second) < 2*time.Second {
		speed += m.burst * m.rand.Float64()
	}
	took := time.Duration(float64(work) * speed * math.Exp(m.noise*m.rand.NormFloat64()))
	if m.flash == 0 {
		m.now += took
		return took
	}
	start := m.now
	for ; took > 0; took -= time.Millisecond {
		stretch := rand.New(rand.NewPCG(uint64(m.now/(50*time.Millisecond)), 0))
		m.now += time.Duration(float64(time.Millisecond) * (1 + m.flash*float64(stretch.IntN(2))))
	}
	return m.now - start
}

// simulated is a simulated build. A pass of a benchmark takes a millisecond, unless pass says otherwise, and in some
// benchmarks a given share more.
type simulated struct {
	pass    time.Duration
	machine *simulatedMachine
	cells   []results.Benchmark
	slower  map[results.Benchmark]float64
	nodes   map[results.Benchmark]uint64 // where not 1000
	cpus    []int                        // the processors that it was bound to
	order   []results.Benchmark
}

func (p *simulated) Start(_ context.Context, cpu int) (StartedTarget, error) {
	p.cpus = append(p.cpus, cpu)
	return p, nil
}

func (p *simulated) Benchmarks() (all []bench.Offer) {
	for _, c := range p.cells {
		all = append(all, bench.Offer{Benchmark: c, Digest: "x"})
	}
	return all
}

func (p *simulated) Judge(_ context.Context, b results.Benchmark, _ bool) (*results.Result, int, error) {
	outcome := judge.Outcome{Verdict: judge.Accepted, Cases: 10, Passed: 10}
	cold := &results.Sample{Passes: 1, Wall: time.Second, CPU: time.Second} // a comparison must not count it
	return &results.Result{Benchmark: b, Outcome: outcome, Samples: []*results.Sample{cold}}, 100, nil
}

func (p *simulated) TakePart(_ context.Context, q bench.Request) (*results.Sample, error) {
	p.order = append(p.order, q.Benchmark)
	from, to := q.Share(q.Passes)
	passes := to - from
	took := p.machine.sample(time.Duration(float64(passes) * float64(cmp.Or(p.pass, time.Millisecond)) * (1 + p.slower[q.Benchmark])))
	nodes := uint64(1000)
	if n, ok := p.nodes[q.Benchmark]; ok {
		nodes = n
	}
	return &results.Sample{Round: q.Round, Passes: passes, Wall: took, CPU: took, Nodes: nodes, Updates: 2 * nodes}, nil
}

func (p *simulated) Close() error { return nil }

// manyCells returns n benchmarks on ten sets.
func manyCells(n int) []results.Benchmark {
	var cells []results.Benchmark
	for i := range n {
		cells = append(cells, results.Benchmark{Set: fmt.Sprintf("poj3074/set%c", 'a'+i%10), Solver: fmt.Sprintf("solver%c", 'a'+i/10)})
	}
	return cells
}

// noisy returns a bad machine: 1.5 % of noise from sample to sample, 10 % of drift, and bursts.
func noisy(seed uint64) *simulatedMachine {
	return &simulatedMachine{rand: rand.New(rand.NewPCG(seed, 0)), noise: 0.015, drift: 0.10, burst: 0.02}
}

// contest compares two programs as the verb does: two measurements, one gate.
func contest(ctx context.Context, old, new Target, seed uint64, rules Rules) ([]Comparison, error) {
	found, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: seed, Rounds: 10}}, Rules: rules}, Targets: [2]Target{old, new}}).Run(ctx)
	if err != nil {
		return nil, err
	}
	return found.Found, nil
}

// measure takes the samples of two programs side by side, without looks.
func measure(t *testing.T, old, new Target, seed uint64, rounds, parts int) *Experiment {
	e := &Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: seed, Rounds: rounds, MinTime: time.Duration(parts) * partTime}}}, Targets: [2]Target{old, new}}
	_, err := e.Measure(t.Context())
	require.NoError(t, err)
	return e
}

// cpu returns the processor times of an arm in a benchmark.
func (e *Experiment) cpu(arm int, b results.Benchmark) []float64 {
	return results.ByBenchmark(e.results(arm))[b].TimesIn(results.UnitCPU)
}

// flagged returns the benchmarks whose time is called a regression.
func flagged(cs []Comparison) []results.Benchmark {
	var out []results.Benchmark
	for _, c := range cs {
		if c.Verdict == Regression && !c.Counter {
			out = append(out, c.Benchmark)
		}
	}
	return out
}
