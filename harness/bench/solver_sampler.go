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
	// A stretch is a number of passes between two readings of the clocks. It has as many passes as fill stretchTime.
	// Then the half microsecond for reading the clocks is less than 0.1 % of its time. Three things make a stretch
	// shorter: stretchResults, the end of a part, and the change to another copy of the solver.
	stretchTime = 2 * time.Millisecond

	// stretchResults bounds the number of results of a stretch of several passes. All results of a stretch are kept
	// until they are checked. With more results, the use of their memory would take time that is not the solver's.
	stretchResults = 4096

	// A sample uses up to this many copies of the solver, one after another, each for at least ten passes. Several
	// copies are used because the pages of memory that a copy got decide how much of it the second-level cache can
	// keep: eight copies in one process differed by up to 13 % (dlx on sudoku4/exhaustive) as long as the process
	// ran. The memory of results and puzzles made no difference.
	copies = 8

	// A pass of at least longPass needs no pass before it to warm up, because cold caches take less than 1 % of its
	// time.
	longPass = 10 * time.Millisecond

	orderPurpose = 1 // of Schedule.Rand: the order of cases
	auditPurpose = 2 // of Schedule.Rand: the cases of the audit
)

// solverSampler measures a built-in solver in this process.
type solverSampler struct {
	runner   cases.Runner
	all      cases.Cases
	settings Settings
	accepted AcceptedPass

	want    judge.Columns // the results of the first pass, which every later pass must repeat
	learned bool          // want is filled in

	solvers int            // copies in use
	passes  int            // number of passes in a sample
	stretch int            // largest number of passes in a stretch
	order   []int          // the cases in the slots of a stretch
	latency []int64        // the time of each case
	limits  solvers.Limits // only the number of solutions is set
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

// warmUp makes the copies of the solver and warms them up. It also chooses the number of passes in a sample, if the
// settings do not give it, and in a stretch.
//
// If the settings give it and a pass takes long, there is no pass to warm up, because it would take too much time.
// Then the first pass of the first sample is compared with the judged pass.
func (m *solverSampler) warmUp() (err error) {
	// pass is processor time, because on a busy machine the same wall time holds fewer passes.
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
	for i := 1; err == nil && i < m.solvers; i++ { // warm up the other copies, too
		m.runner.Use(i)
		_, err = m.pass(uint64(i), m.firstPassOf(i))
	}
	return err
}

// allocate makes room for a stretch of this many passes.
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

// pass makes one pass, with the given number in its sample, and returns its processor time.
func (m *solverSampler) pass(seed uint64, number int) (time.Duration, error) {
	spent, err := m.timePasses(rand.New(rand.NewPCG(seed, 0)), number, 1)
	return spent.CPU, err
}

// solverOf returns which copy of the solver makes a pass of a sample.
func (m *solverSampler) solverOf(pass int) int { return pass * m.solvers / max(m.passes, 1) }

// firstPassOf returns the first pass of a sample that a copy of the solver makes.
func (m *solverSampler) firstPassOf(solver int) int {
	return (solver*max(m.passes, 1) + m.solvers - 1) / m.solvers
}

func clamp(x, lo, hi float64) int { return int(min(max(x, lo), hi)) }

// TakePart makes the part's share of the passes of a sample, and checks every answer while no clock runs. The garbage
// collector runs before the first part. The last part, which has at least one pass, also takes the times of single
// cases, if the solver takes one at a time.
func (m *solverSampler) TakePart(_ context.Context, q Part) (*results.Sample, []int64, error) {
	from, to := q.Share(m.passes)
	passes := to - from
	r := Schedule(m.settings.Seed).Rand(uint64(q.Round), orderPurpose+uint64(q.Index)<<8)
	if q.Index == 0 {
		runtime.GC()
	}
	var before, after runtime.MemStats
	// A solver that takes batches needs longer for a case alone. Nobody solves cases that way with it, so the
	// quantiles would mislead.
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
