package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

const (
	// A block is a number of passes between two readings of the clocks. It has as
	// many passes as fill blockTime. Reading the clocks adds half a microsecond to
	// its time, less than 0.1 %. Three things make a block shorter: blockResults,
	// the end of a part, and the change to another copy of the solver.
	blockTime = 2 * time.Millisecond

	// blockResults bounds the number of results of a block of several passes. All
	// results of a block are kept until they are checked. With more results, their
	// memory would take time that is not the solver's.
	blockResults = 4096

	// A sample uses up to this many copies of the solver, one after another, each
	// for at least ten passes. The pages of memory that a copy got decide how much of
	// it the second-level cache can keep: eight copies in one process differed by up
	// to 13 % (dlx on sudoku4/exhaustive) as long as the process ran. The memory of
	// results and puzzles made no difference.
	copies = 8

	orderPurpose = 1 // of Schedule.Rand: the order of cases
	auditPurpose = 2 // of Schedule.Rand: the puzzles of the audit
)

// solverSampler measures a solver of this process.
type solverSampler struct {
	spec     *solvers.Spec
	set      *testset.TestSet
	settings Settings

	outcomes []outcome // of the judged pass
	learning bool      // the first pass fills the outcomes
	digest   uint64
	counters results.Counters // of one pass

	originals []solvers.Grid // the puzzles of the set; no solver gets them
	puzzles   []solvers.Grid // copies that the solver gets
	solvers   []solvers.Solver
	solver    solvers.Solver // the copy in use

	passes  int            // in a sample
	block   int            // largest number of passes in a block
	order   []int          // of the cases in a block
	queue   []solvers.Grid // puzzles in that order
	results []solvers.Result
	latency []time.Duration
}

// NewSolverSampler returns the Sampler of a built-in solver on a test set.
func NewSolverSampler(spec *solvers.Spec, set *testset.TestSet, settings Settings) PartialSampler {
	return &solverSampler{spec: spec, set: set, settings: settings}
}

func (m *solverSampler) benchmark() results.Benchmark {
	return results.Benchmark{Set: m.set.Name, Solver: m.spec.Name}
}

// Prepare judges, chooses how many passes a sample has, and audits.
func (m *solverSampler) Prepare(ctx context.Context) (*results.Sample, error) {
	if m.settings.Accepted != nil && m.settings.Passes > 0 {
		rejection := new(results.Rejection)
		err := recoverPanic(m.trust)
		if errors.As(err, &rejection) {
			return &results.Sample{Benchmark: m.benchmark(), Cases: len(m.set.Cases), Rejected: *rejection}, nil
		}
		return nil, err
	}
	judged, err := m.judge(ctx)
	if err != nil || judged.Verdict != judge.Accepted {
		return m.rejected(judged), err
	}
	m.digest = digest(m.outcomes)
	m.counters = results.Counters{Nodes: judged.Nodes, Updates: judged.Updates}
	err = recoverPanic(func() error {
		if err := m.warmUp(); err != nil || !m.settings.Audit {
			return err
		}
		return m.audit(ctx)
	})
	rejection := new(results.Rejection)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &rejection):
		judged.Passed = 0
		judged.Verdict = rejection.Verdict
		judged.Failed = &judge.Outcome{Case: rejection.Case, Verdict: rejection.Verdict, Reason: rejection.Reason}
		return m.rejected(judged), nil
	}
	return nil, err
}

// judge runs the solver under the judge and keeps the outcome of every case.
func (m *solverSampler) judge(ctx context.Context) (*judge.SetResult, error) {
	m.outcomes = make([]outcome, len(m.set.Cases))
	judged, err := judge.Run(ctx, m.spec, m.set.Cases, judge.Options{
		TimeLimit: m.set.TimeLimit, Grace: m.settings.Grace,
		Observe: func(o *judge.Outcome, _ *judge.Facts, r *solvers.Result) {
			if o.Case > 0 {
				m.outcomes[o.Case-1] = outcomeOf(o, r)
			}
		},
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case judged.Verdict == judge.JudgeError:
		return nil, errors.New(judged.Failed.Reason)
	}
	return judged, nil
}

// rejected returns the sample of a solver that is not accepted; nil without a result.
func (m *solverSampler) rejected(judged *judge.SetResult) *results.Sample {
	if judged == nil {
		return nil
	}
	s := rejectedSample(m.benchmark(), judged)
	for i := range m.outcomes {
		o := &m.outcomes[i]
		s.Latency = append(s.Latency, o.time)
		s.Counters = append(s.Counters, o.counters)
		s.Verdicts = append(s.Verdicts, o.verdict)
	}
	s.Batch = m.isBatch()
	return s
}

// rejectedSample returns the sample of a contestant with a verdict other than AC.
func rejectedSample(b results.Benchmark, judged *judge.SetResult) *results.Sample {
	s := &results.Sample{
		Benchmark: b, Cases: judged.Cases, Solved: judged.Passed, PAR2: judged.PAR2(), Notes: judged.Notes,
		Rejected: results.Rejection{Verdict: judged.Verdict},
	}
	if judged.Failed != nil {
		s.Rejected.Case, s.Rejected.Reason = judged.Failed.Case, judged.Failed.Reason
	}
	if s.Rejected.IsZero() {
		s.Rejected.Reason = fmt.Sprintf("%d of %d cases were judged", judged.Cases-judged.Tally[judge.NotJudged], judged.Cases)
	}
	return s
}

// warmUp makes the solvers and chooses the passes of a sample and of a block.
func (m *solverSampler) warmUp() error {
	m.makeSolver()
	// Processor time: on a busy machine the same wall time holds fewer passes.
	pass, err := m.pass(0, 0)
	if err == nil && pass < m.settings.MinTime {
		// The first pass was cold. One more shows how long a warm one takes.
		pass, err = m.pass(0, 0)
	}
	if err != nil {
		return err
	}
	m.passes = m.settings.Passes
	if m.passes == 0 {
		m.passes = clamp(math.Ceil(float64(m.settings.MinTime)/float64(max(pass, 1))), 1, 1e7)
	}
	m.allocateBlock(pass)
	return m.makeCopies()
}

// makeSolver makes the puzzles, the first solver, and room for a pass.
func (m *solverSampler) makeSolver() {
	m.originals, m.puzzles = m.set.Puzzles(), make([]solvers.Grid, len(m.set.Cases))
	for i, p := range m.originals {
		m.puzzles[i] = slices.Clone(p)
	}
	m.solvers = []solvers.Solver{m.spec.New(m.originals[0].Size())}
	m.solver = m.solvers[0]
	m.allocate(len(m.puzzles), 1)
}

// allocateBlock makes room for the passes between two readings of the clock; pass is how long one takes.
func (m *solverSampler) allocateBlock(pass time.Duration) {
	n := len(m.puzzles)
	block := clamp(math.Ceil(float64(blockTime)/float64(max(pass, 1))), 1, float64(max(1, blockResults/n)))
	m.allocate(n, min(block, m.passes))
}

// makeCopies makes the other copies of the solver and warms each up with a pass.
func (m *solverSampler) makeCopies() error {
	n := min(copies, max(1, m.passes/10))
	for len(m.solvers) < n {
		m.solvers = append(m.solvers, m.spec.New(m.originals[0].Size()))
	}
	for i := 1; i < n; i++ {
		if _, err := m.pass(uint64(i), m.firstPassOf(i)); err != nil {
			return err
		}
	}
	return nil
}

// pass makes one pass, with the given number in a sample, and returns its processor time.
func (m *solverSampler) pass(seed uint64, number int) (time.Duration, error) {
	spent, err := m.timed(rand.New(rand.NewPCG(seed, 0)), number, 1)
	return spent.CPU, err
}

// solverOf returns which solver makes a pass of a sample.
func (m *solverSampler) solverOf(pass int) int { return pass * len(m.solvers) / max(m.passes, 1) }

// firstPassOf returns the first pass of a sample that a solver makes.
func (m *solverSampler) firstPassOf(solver int) int {
	return (solver*max(m.passes, 1) + len(m.solvers) - 1) / len(m.solvers)
}

func clamp(x, lo, hi float64) int { return int(min(max(x, lo), hi)) }

// isBatch reports whether the solver takes many puzzles in one call.
func (m *solverSampler) isBatch() bool {
	_, batch := m.solver.(solvers.BatchSolver)
	return batch
}

// Sample takes a whole sample.
func (m *solverSampler) Sample(ctx context.Context, round int) (*results.Sample, error) {
	return m.Part(ctx, round, 0, 1)
}

// Part makes its share of the passes and checks every answer while no clock runs. The
// garbage collector runs before the first part. The last part, which has at least one
// pass, takes the times of single cases.
func (m *solverSampler) Part(_ context.Context, round, part, parts int) (*results.Sample, error) {
	from := m.passes * part / parts
	passes := m.passes*(part+1)/parts - from
	r := Schedule{m.settings.Seed}.Rand(uint64(round), orderPurpose+uint64(part)<<8)
	if part == 0 {
		runtime.GC()
	}
	var before, after runtime.MemStats
	last := part == parts-1
	var spent results.ClockReading
	if err := recoverPanic(func() (err error) {
		runtime.ReadMemStats(&before)
		spent, err = m.timed(r, from, passes)
		runtime.ReadMemStats(&after)
		if err == nil && last && !m.timesCases() && !m.settings.TotalsOnly {
			err = m.timeCases(r)
		}
		return err
	}); err != nil {
		return nil, inRound(round, err)
	}
	s := &results.Sample{
		Benchmark: m.benchmark(), Round: round, Passes: passes, Of: m.passes, Cases: len(m.outcomes), Solved: len(m.outcomes),
		Time: spent, Nodes: m.counters.Nodes, Updates: m.counters.Updates, Digest: m.digest, Batch: m.isBatch(),
	}
	for i := range m.outcomes {
		s.Counters = append(s.Counters, m.outcomes[i].counters)
		s.Verdicts = append(s.Verdicts, m.outcomes[i].verdict)
	}
	if passes > 0 {
		s.Bytes = (after.TotalAlloc - before.TotalAlloc) / uint64(passes)
		s.Allocs = (after.Mallocs - before.Mallocs) / uint64(passes)
	}
	if last && !m.settings.TotalsOnly {
		s.Latency = slices.Clone(m.latency)
	}
	return s, nil
}

// Close frees nothing: the garbage collector takes the solvers.
func (m *solverSampler) Close() error { return nil }
