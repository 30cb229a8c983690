package bench

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

const (
	// A stretch is a number of passes between two readings of the clocks. It has as
	// many passes as fill stretchTime. Reading the clocks adds half a microsecond to
	// its time, less than 0.1 %. Three things make a stretch shorter: stretchResults,
	// the end of a part, and the change to another copy of the solver.
	stretchTime = 2 * time.Millisecond

	// stretchResults bounds the number of results of a stretch of several passes. All
	// results of a stretch are kept until they are checked. With more results, their
	// memory would take time that is not the solver's.
	stretchResults = 4096

	// A sample uses up to this many copies of the solver, one after another, each
	// for at least ten passes. The pages of memory that a copy got decide how much of
	// it the second-level cache can keep: eight copies in one process differed by up
	// to 13 % (dlx on sudoku4/exhaustive) as long as the process ran. The memory of
	// results and puzzles made no difference.
	copies = 8

	// A pass of at least longPass needs no pass before it to warm up: cold caches take less than 1 % of its time.
	longPass = 10 * time.Millisecond

	orderPurpose = 1 // of Schedule.Rand: the order of cases
	auditPurpose = 2 // of Schedule.Rand: the cases of the audit
)

// solverSampler measures a solver of this process.
type solverSampler struct {
	runner   cases.Runner
	all      cases.Cases
	settings Settings
	accepted AcceptedPass

	want    judge.Columns // of the first pass: every later pass must repeat it
	learned bool          // want is filled in

	solvers int            // copies in use
	passes  int            // in a sample
	stretch int            // largest number of passes in a stretch
	order   []int          // of the cases in a stretch
	latency []int64        // of each case
	limits  solvers.Limits // the number of solutions alone
}

func newSolverSampler(runner cases.Runner, all cases.Cases, accepted AcceptedPass, settings Settings) *solverSampler {
	n := all.Len()
	want := judge.Columns{Nodes: make([]uint64, n), Updates: make([]uint64, n), Answers: make([]uint64, n)}
	limits := solvers.Limits{Solutions: settings.Solutions}
	return &solverSampler{runner: runner, all: all, settings: settings, accepted: accepted, want: want, limits: limits}
}

// Prepare makes the solvers, chooses how many passes a sample and a stretch have, and audits.
func (m *solverSampler) Prepare(ctx context.Context, audit bool) error {
	err := recoverPanic(func() error {
		m.runner.Load(m.all)
		m.runner.Use(0)
		m.solvers = 1
		m.allocate(1)
		if err := m.warmUp(); err != nil || !audit {
			return err
		}
		return m.audit(ctx)
	})
	return cmp.Or(ctx.Err(), err)
}

// warmUp makes the solvers and chooses the passes of a sample, if the settings do not, and of a stretch. If the
// settings do and a pass takes long, the first pass of the first sample is the one that is compared with the judged
// one: an additional one would take too much time.
func (m *solverSampler) warmUp() (err error) {
	// Processor time: on a busy machine the same wall time holds fewer passes.
	var pass time.Duration
	m.passes = m.settings.Passes
	if m.passes == 0 {
		pass, err = m.pass(0, 0)
		if err == nil && pass < m.settings.MinTime {
			// The first pass was cold. One more shows how long a warm one takes.
			pass, err = m.pass(0, 0)
		}
		m.passes = clamp(math.Ceil(float64(m.settings.MinTime)/float64(max(pass, 1))), 1, 1e7)
	} else {
		pass = m.settings.MinTime / time.Duration(m.passes)
		if m.passes > 1 && pass < longPass {
			_, err = m.pass(0, 0)
		}
	}
	if err != nil {
		return err
	}
	most := float64(max(1, stretchResults/m.all.Len()))
	m.allocate(min(m.passes, clamp(math.Ceil(float64(stretchTime)/float64(max(pass, 1))), 1, most)))
	m.solvers = min(copies, max(1, m.passes/10))
	for i := 1; err == nil && i < m.solvers; i++ { // the other copies of the solver are warmed up, too
		m.runner.Use(i)
		_, err = m.pass(uint64(i), m.firstPassOf(i))
	}
	return err
}

// allocate makes room for the cases of stretch passes.
func (m *solverSampler) allocate(stretch int) {
	n := m.all.Len()
	m.stretch = stretch
	m.order = make([]int, n*stretch)
	for i := range m.order {
		m.order[i] = i % n
	}
	m.runner.Place(m.order)
	m.latency = make([]int64, n)
}

// pass makes one pass, with the given number in a sample, and returns its processor time.
func (m *solverSampler) pass(seed uint64, number int) (time.Duration, error) {
	spent, err := m.timePasses(rand.New(rand.NewPCG(seed, 0)), number, 1)
	return spent.CPU, err
}

// solverOf returns which solver makes a pass of a sample.
func (m *solverSampler) solverOf(pass int) int { return pass * m.solvers / max(m.passes, 1) }

// firstPassOf returns the first pass of a sample that a solver makes.
func (m *solverSampler) firstPassOf(solver int) int {
	return (solver*max(m.passes, 1) + m.solvers - 1) / m.solvers
}

func clamp(x, lo, hi float64) int { return int(min(max(x, lo), hi)) }

// TakePart makes its share of the passes and checks every answer while no clock runs. The
// garbage collector runs before the first part. The last part, which has at least one
// pass, takes the times of single cases, if the solver takes one at a time.
func (m *solverSampler) TakePart(_ context.Context, q Part) (*results.Sample, []int64, error) {
	from, to := q.Share(m.passes)
	passes := to - from
	r := Schedule(m.settings.Seed).Rand(uint64(q.Round), orderPurpose+uint64(q.Index)<<8)
	if q.Index == 0 {
		runtime.GC()
	}
	var before, after runtime.MemStats
	// The cases of a batch, solved alone, take longer than in it: their quantiles would be of a use that nobody makes.
	each := q.Index == q.Of-1 && !m.settings.TotalsOnly && !m.runner.Batch()
	var spent Reading
	if err := recoverPanic(func() (err error) {
		runtime.ReadMemStats(&before)
		spent, err = m.timePasses(r, from, passes)
		runtime.ReadMemStats(&after)
		if err == nil && each && !m.casesToo() {
			err = m.timeCases(r)
		}
		return err
	}); err != nil {
		return nil, nil, err
	}
	s := &results.Sample{
		Round: q.Round, Passes: passes, Wall: spent.Wall, CPU: spent.CPU, Forced: spent.Forced,
		Nodes: m.accepted.Nodes, Updates: m.accepted.Updates,
	}
	if passes > 0 {
		s.Bytes = (after.TotalAlloc - before.TotalAlloc) / uint64(passes)
		s.Allocs = (after.Mallocs - before.Mallocs) / uint64(passes)
	}
	if !each {
		return s, nil, nil
	}
	s.SetCaseTimes(m.latency)
	return s, m.latency, nil
}
