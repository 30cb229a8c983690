package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

const (
	// blockTime is the least time between two readings of the clocks. A
	// reading costs about a microsecond, so it adds less than 0.1 %.
	blockTime = 2 * time.Millisecond

	// blockResults bounds how many results a block keeps for checking: more
	// would time the memory behind them rather than the solver.
	blockResults = 4096

	// copies is how many solvers a sample goes through, one after another, where
	// it has ten passes for each. Which pages of memory a solver got decides which of
	// them the second-level cache can keep: eight solvers of one kind, made by one
	// process, differed by up to 13 % (dlx and dlx-struct-buggy on sudoku4/exhaustive),
	// and stayed so. The rest of what is touched made no difference.
	copies = 8

	settlePurpose = 1 // of Schedule.Rand: the order of cases
	auditPurpose  = 2 // of Schedule.Rand: the puzzles of the audit
)

// inProcess measures a contestant that is part of this program.
type inProcess struct {
	spec     *solvers.Spec
	load     *Workload
	settings Settings

	solvers []solvers.Solver
	solver  solvers.Solver // the one at work
	want    []outcome
	digest  uint64
	nodes   results.Counters // of one pass

	passes  int // in a sample
	block   int // passes between two readings of the clock
	order   []int
	puzzles []solvers.Grid
	results []solvers.Result
	latency []time.Duration
}

// NewSolverSampler makes the Meter of one of our own solvers.
func NewSolverSampler(spec *solvers.Spec, load *Workload, settings Settings) PartialSampler {
	return &inProcess{spec: spec, load: load, settings: settings}
}

func (m *inProcess) cell() results.Benchmark {
	return results.Benchmark{Set: m.load.Set, Solver: m.spec.Name}
}

// Prepare judges, chooses how many passes a sample takes, and audits.
func (m *inProcess) Prepare(ctx context.Context) (*results.Sample, error) {
	n := len(m.load.Puzzles)
	size := m.load.Puzzles[0].Size()
	m.solver = m.spec.New(size)
	m.solvers = []solvers.Solver{m.solver}
	j, err := qualify(ctx, m.load, m.solver, m.settings.Clock)
	if err != nil {
		return nil, err
	}
	if j.reason != "" {
		return m.reject(&j), nil
	}
	m.want, m.digest = j.outcomes, digest(j.outcomes)
	for i := range m.want {
		m.nodes.Nodes += m.want[i].effort.Nodes
		m.nodes.Updates += m.want[i].effort.Updates
	}
	// Processor time: on a busy machine the same wall time holds fewer passes.
	pass := j.spent.CPU
	m.allot(n, 1)
	if pass < m.settings.MinTime && (m.settings.Passes == 0 || pass < 10*blockTime) {
		// The first pass was cold. One more tells how long a warm one takes,
		// where the size of a sample or of a block depends on it.
		var warm results.ClockReading
		if err := caught(func() (err error) {
			warm, err = m.timed(rand.New(rand.NewPCG(0, 0)), 0, 1)
			return err
		}); err != nil {
			j.reason = verdict(err)
			return m.reject(&j), nil
		}
		pass = warm.CPU
	}
	m.passes = m.settings.Passes
	if m.passes == 0 {
		m.passes = clamp(math.Ceil(float64(m.settings.MinTime)/float64(max(pass, 1))), 1, 1e7)
	}
	block := clamp(math.Ceil(float64(blockTime)/float64(max(pass, 1))), 1, float64(max(1, blockResults/n)))
	m.allot(n, min(block, m.passes))
	if err := caught(func() error { return m.multiply(size) }); err != nil {
		j.reason = verdict(err)
		return m.reject(&j), nil
	}
	if m.settings.Audit {
		err := caught(func() error { return m.audit(ctx) })
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			j.reason, j.solved = verdict(err), 0
			return m.reject(&j), nil
		}
	}
	return nil, nil
}

// multiply makes the other copies of the solver, and warms each up with a pass.
func (m *inProcess) multiply(size int) error {
	n := min(copies, max(1, m.passes/10))
	for len(m.solvers) < n {
		m.solvers = append(m.solvers, m.spec.New(size))
	}
	for i := 1; i < n; i++ {
		if _, err := m.timed(rand.New(rand.NewPCG(uint64(i), 0)), m.firstOf(i), 1); err != nil {
			return err
		}
	}
	return nil
}

// at is which solver makes a pass of a sample, and firstOf its first pass.
func (m *inProcess) at(pass int) int { return pass * len(m.solvers) / max(m.passes, 1) }

func (m *inProcess) firstOf(solver int) int {
	return (solver*max(m.passes, 1) + len(m.solvers) - 1) / len(m.solvers)
}

func clamp(x, lo, hi float64) int { return int(min(max(x, lo), hi)) }

func (m *inProcess) reject(j *judged) *results.Sample {
	return &results.Sample{
		Benchmark: m.cell(), Cases: len(m.load.Puzzles), Solved: j.solved,
		Rejected: j.reason, PAR2: par2(m.load, j),
	}
}

// allot makes room for the cases of block passes. What is there stays.
func (m *inProcess) allot(n, block int) {
	m.block = block
	size := n * block
	m.order = make([]int, size)
	for i := range m.order {
		m.order[i] = i % n
	}
	m.puzzles = make([]solvers.Grid, size)
	m.results = make([]solvers.Result, size)
	for i := range m.results {
		m.results[i].First = make(solvers.Grid, 0, len(m.load.Puzzles[0]))
	}
	m.latency = make([]time.Duration, n)
}

// Sample takes a whole sample.
func (m *inProcess) Sample(ctx context.Context, round int) (*results.Sample, error) {
	return m.Part(ctx, round, 0, 1)
}

// Part makes its share of the passes, and checks every answer of each of them
// outside the clock. The garbage collector is settled before the first part; the
// last one, which is never without a pass, takes the times of single cases.
func (m *inProcess) Part(_ context.Context, round, part, parts int) (*results.Sample, error) {
	from := m.passes * part / parts
	passes := m.passes*(part+1)/parts - from
	r := Schedule{m.settings.Seed}.Rand(uint64(round), settlePurpose+uint64(part)<<8)
	if part == 0 {
		runtime.GC()
	}
	var before, after runtime.MemStats
	last := part == parts-1
	var spent results.ClockReading
	if err := caught(func() (err error) {
		runtime.ReadMemStats(&before)
		spent, err = m.timed(r, from, passes)
		runtime.ReadMemStats(&after)
		if err == nil && last && !m.oneByOne() {
			err = m.alone(r)
		}
		return err
	}); err != nil {
		return nil, fmt.Errorf("round %d: %w", round+1, err)
	}
	effort := make([]results.Counters, len(m.want))
	for i := range m.want {
		effort[i] = m.want[i].effort
	}
	s := &results.Sample{
		Benchmark: m.cell(), Round: round, Passes: passes, Of: m.passes, Cases: len(m.want), Solved: len(m.want),
		Time: spent, Nodes: m.nodes.Nodes, Updates: m.nodes.Updates, Counters: effort, Digest: m.digest,
	}
	if passes > 0 {
		s.Bytes = (after.TotalAlloc - before.TotalAlloc) / uint64(passes)
		s.Allocs = (after.Mallocs - before.Mallocs) / uint64(passes)
	}
	if last {
		s.Latency = slices.Clone(m.latency)
	}
	return s, nil
}

// oneByOne reports whether the cases of a timed pass are long enough to be
// timed each by itself, at 40 ns a reading. Otherwise, and for a batch, which
// has no time of a single case, the cases are timed in a pass of their own.
func (m *inProcess) oneByOne() bool {
	_, batch := m.solver.(solvers.BatchSolver)
	return m.passes == 1 && !batch && m.settings.MinTime >= time.Duration(len(m.want))*20*time.Microsecond
}

// timed makes passes, the first of which is number from of the sample, in blocks:
// the cases of every pass in a fresh order, the clocks read before and after a
// block, the answers checked after it. It allocates nothing.
func (m *inProcess) timed(r *rand.Rand, from, passes int) (spent results.ClockReading, err error) {
	n := len(m.load.Puzzles)
	each := m.passes == 1 && m.oneByOne()
	for done := 0; done < passes; {
		solver := m.at(from + done)
		k := min(m.block, passes-done, m.firstOf(solver+1)-from-done)
		m.solver = m.solvers[solver]
		for p := range k {
			m.shuffle(r, p*n, n)
		}
		wipe(m.results[:k*n])
		clock := m.settings.Clock
		start := clock.Read()
		if each {
			m.stopwatch(clock)
		} else {
			for p := range k {
				solvers.SolveAll(m.solver, m.puzzles[p*n:(p+1)*n], solvers.Limits{}, m.results[p*n:(p+1)*n])
			}
		}
		took := clock.Read().Sub(start)
		spent.Wall, spent.CPU, spent.Forced = spent.Wall+took.Wall, spent.CPU+took.CPU, spent.Forced+took.Forced
		for i := range k * n {
			if err := m.want[m.order[i]].differs(&m.results[i]); err != nil {
				return spent, fmt.Errorf("%s: pass %d: %w", m.load.Case(m.order[i]), from+done+i/n+1, err)
			}
		}
		done += k
	}
	return spent, nil
}

// stopwatch solves one pass and times each case.
func (m *inProcess) stopwatch(clock Clock) {
	last := clock.Wall()
	for i := range m.want {
		m.solver.Solve(m.puzzles[i], solvers.Limits{}, &m.results[i])
		now := clock.Wall()
		m.latency[m.order[i]] = now - last
		last = now
	}
}

// alone times every case by itself, outside of any sample.
func (m *inProcess) alone(r *rand.Rand) error {
	n := len(m.want)
	m.shuffle(r, 0, n)
	wipe(m.results[:n])
	m.stopwatch(m.settings.Clock)
	for i := range n {
		if err := m.want[m.order[i]].differs(&m.results[i]); err != nil {
			return fmt.Errorf("%s: solved alone: %w", m.load.Case(m.order[i]), err)
		}
	}
	return nil
}

// shuffle puts the n cases from position at on into a fresh order.
func (m *inProcess) shuffle(r *rand.Rand, at, n int) {
	order := m.order[at : at+n]
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	for i, c := range order {
		m.puzzles[at+i] = m.load.Puzzles[c]
	}
}

func (m *inProcess) Close() error { return nil }
