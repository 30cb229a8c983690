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
	// stretchTime is about how long a stretch takes. A stretch is a series of passes that are timed together: the clocks
	// are read before the first pass and after the last one, but not in between. The reason is that two readings take
	// 1 µs, which would be 1 % of a pass of 0.1 ms. A stretch of 20 such passes takes 2 ms, so two readings are only
	// 0.05 % of it.
	//
	// A stretch is shorter in three cases:
	//   - Another pass would give the stretch more than stretchResults results.
	//   - The next pass belongs to another copy of the solver.
	//   - The part of the sample ends, because a comparison takes each sample in several parts (see Part).
	stretchTime = 2 * time.Millisecond

	// stretchResults is the largest number of results in a stretch of several passes. All results of a stretch are
	// kept until they are checked. If there were more of them, writing them to memory would take time that is not the
	// solver's.
	stretchResults = 4096

	// copies is the largest number of copies of the solver that a sample uses. A copy is another value of the solver's
	// type, which does the same work, but keeps its data in other pages of memory. These pages decide how much of the
	// data the second-level cache can hold, so one copy can be faster than another. In one process, the times of eight
	// copies of dlx on sudoku4/exhaustive differed by up to 13 %, for as long as the process ran.
	//
	// A sample of at least 20 passes uses several copies, one after another. Each copy makes at least ten passes. For
	// example, a sample of 30 passes uses three copies. The pages that hold results and puzzles had no such effect.
	copies = 8

	// longPass is the time from which on a pass needs no earlier pass to warm up, because cold caches take less than
	// 1 % of the time of such a pass.
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

// Prepare makes the copies of the solver, chooses how many passes a sample and a stretch have, and audits the solver
// if asked to.
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

// warmUp makes the copies of the solver, and lets each copy make a pass to warm up its caches. It also chooses the
// number of passes in a stretch and, if the settings do not give it, in a sample.
//
// The warm-up pass of the first copy has two more purposes:
//   - Its answers are compared with the answers that the solver gave when it was judged.
//   - Its time shows how many passes fill a sample, if the settings do not give this number.
//
// The first copy makes no warm-up pass if the settings give the number of passes, and one of these conditions is true:
//   - A sample is a single pass, which is usually long.
//   - A pass takes at least longPass, so cold caches hardly matter.
//
// The answers of the next pass are then compared instead. Usually this is the first pass of the first sample.
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

// TakePart takes one part of a sample: the passes that Part.Share gives to this part. It checks the answers of every
// pass while no clock runs. Before the first part, TakePart runs the garbage collector, so that garbage of earlier work
// does not disturb the sample. After the last part, it also returns the times of the single cases. There are two
// exceptions: no times of single cases are returned if the settings say TotalsOnly, or if the solver solves its cases
// in batches.
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
