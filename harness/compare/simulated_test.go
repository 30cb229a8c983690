package compare

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// simulatedMachine is a simulated computer that two programs share: its clock goes on
// with every sample, its speed drifts slowly, and another process loads it in
// bursts. Nothing here depends on the real time.
type simulatedMachine struct {
	now   time.Duration
	rand  *rand.Rand
	noise float64 // standard deviation of a sample, relative
	drift float64 // amplitude of a slow wave of the speed, relative
	burst float64 // slowdown while the other process runs
	flash float64 // slowdown in half of all stretches of 50 ms
}

// sample is how long work takes on it now.
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

// program is a simulated build: every cell takes a millisecond a pass, some
// more by a share.
type program struct {
	machine *simulatedMachine
	cells   []results.Benchmark
	slower  map[results.Benchmark]float64
	nodes   map[results.Benchmark]uint64 // where not 1000
	cpus    []int                        // that it was bound to
	order   []results.Benchmark
}

func (p *program) Start(_ context.Context, cpu int) (Running, error) {
	p.cpus = append(p.cpus, cpu)
	return p, nil
}

func (p *program) Benchmarks() []results.BenchmarkInfo {
	var out []results.BenchmarkInfo
	for _, c := range p.cells {
		out = append(out, results.BenchmarkInfo{Set: c.Set, Solver: c.Solver, Corpus: "x"})
	}
	return out
}

func (p *program) Sample(_ context.Context, q bench.Request) (*results.Sample, error) {
	p.order = append(p.order, q.Benchmark)
	of, parts := max(q.Passes, 100), max(q.Parts, 1)
	passes := of*(q.Part+1)/parts - of*q.Part/parts
	took := p.machine.sample(time.Duration(float64(passes) * float64(time.Millisecond) * (1 + p.slower[q.Benchmark])))
	nodes := uint64(1000)
	if n, ok := p.nodes[q.Benchmark]; ok {
		nodes = n
	}
	return &results.Sample{
		Benchmark: q.Benchmark, Round: q.Round, Passes: passes, Of: of, Cases: 10, Solved: 10,
		Time: results.ClockReading{Wall: took, CPU: took}, Nodes: nodes, Updates: 2 * nodes,
	}, nil
}

func (p *program) Close() error { return nil }

// manyCells are n cells: ten sets, the rest solvers.
func manyCells(n int) []results.Benchmark {
	var cells []results.Benchmark
	for i := range n {
		cells = append(cells, results.Benchmark{Set: fmt.Sprintf("poj3074/set%c", 'a'+i%10), Solver: fmt.Sprintf("solver%c", 'a'+i/10)})
	}
	return cells
}

// noisy is a bad machine: 1.5 % from sample to sample, 10 % of drift, bursts.
func noisy(seed uint64) *simulatedMachine {
	return &simulatedMachine{rand: rand.New(rand.NewPCG(seed, 0)), noise: 0.015, drift: 0.10, burst: 0.02}
}

// contest compares two programs as the verb does: two measurements, one gate.
func contest(ctx context.Context, old, new Program, seed uint64, rules Rules) ([]Comparison, error) {
	c := &Experiment{Programs: [2]Program{old, new}, Seed: seed, Rounds: 10, Rules: rules}
	report, err := c.Run(ctx)
	if err != nil {
		return nil, err
	}
	return report.Found, nil
}

// flagged are the cells called a regression in time.
func flagged(cs []Comparison) []results.Benchmark {
	var out []results.Benchmark
	for _, c := range cs {
		if c.Verdict == Regression && !c.Counter {
			out = append(out, c.Benchmark)
		}
	}
	return out
}
