package judge

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
	"gridjudge/solvers"
)

// worker judges cases on a thread of its own, one chunk after another.
//
// A goroutine runs the cases of a chunk. It alone uses the fields of the worker until it closes its channel done or is
// abandoned. Exceptions are cancel, and the fields below mu, which mu guards.
type worker struct {
	pass   *Pass
	runner cases.Runner
	limits solvers.Limits
	ready  bool // the runner has a solver, which may get more cases
	batch  bool // all cases of a chunk are solved in one call
	over   bool // the worker gets no more cases

	block   cases.Cases // the chunk
	from    int         // index of its first case in the block of the pass
	next    int         // index in the chunk of the case that is solved or judged
	slot    int         // of this case
	order   []int       // 0, 1, 2, ...
	started time.Time   // the current call

	cancel   atomic.Bool
	watchdog *time.Timer   // sets cancel
	abandon  chan struct{} // closed when the Solver does not return after cancel

	mu        sync.Mutex
	calling   bool          // the Solver is being made or called
	call      int           // number of this call, or of the last one
	abandoned bool          // the results of the goroutine do not count
	watching  bool          // the watchdog is running
	allowed   time.Duration // for the call, until cancel; 0 means any time
	deadline  time.Time     // when allowed is over
}

// window is the number of cases that get their places at once: their memory stays in the cache.
const window = 64

func newWorker(p *Pass, runner cases.Runner) *worker {
	w := &worker{pass: p, runner: runner, abandon: make(chan struct{})}
	w.limits = solvers.Limits{Solutions: p.options.Solutions, Nodes: p.options.Nodes, Cancel: &w.cancel}
	w.watchdog = time.AfterFunc(time.Hour, w.tooLate)
	w.watchdog.Stop()
	return w
}

// judge judges a chunk, whose first case is case from of the block.
func (w *worker) judge(chunk cases.Cases, from int) {
	w.block, w.from, w.next = chunk, from, 0
	w.runner.Load(chunk)
	for len(w.order) < chunk.Len() {
		w.order = append(w.order, len(w.order))
	}
	for !w.over && !w.pass.interrupted.Load() && w.next < chunk.Len() {
		done := make(chan struct{})
		go w.work(done)
		select {
		case <-done:
		case <-w.abandon:
		}
		w.checkAbandoned()
	}
}

// checkAbandoned records that the goroutine was abandoned, if it was.
func (w *worker) checkAbandoned() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.abandoned {
		return
	}
	w.over = true
	if grace := w.pass.options.Grace; !w.pass.interrupted.Load() {
		w.fail(seen{facts: &Facts{Ran: true, InProcess: true, Abandoned: grace}, time: w.allowed + grace})
	}
}

// work runs cases until all are done, the pass is over, or the Solver or the judge panics.
func (w *worker) work(done chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(done)
	ended := false
	defer func() {
		if v := recover(); !ended {
			w.broken(v)
		}
	}()
	w.run()
	ended = true
}

func (w *worker) run() {
	if !w.ready {
		w.runner.Forget()
		if !w.begin(false) {
			return
		}
		w.runner.Use(0)
		if !w.end() {
			return
		}
		w.ready, w.batch = true, w.runner.Batch()
	}
	if w.batch {
		w.solveBatch()
	} else {
		w.oneByOne()
	}
}

// broken records that the goroutine ends in a panic with the value v, or by runtime.Goexit. The failure is that of the
// Solver if it was being called, otherwise that of the judge. The next case gets a new Solver.
func (w *worker) broken(v any) {
	s := seen{time: time.Since(w.started), facts: &Facts{JudgeError: "the judge panicked: " + PanicReason(v)}}
	if w.calling {
		if !w.end() || w.pass.interrupted.Load() {
			return
		}
		s.facts = &Facts{Ran: true, InProcess: true, Panic: PanicReason(v)}
		if w.batch {
			w.pass.spend(s.time)
		} else if w.ready {
			w.count(&s, w.slot)
		}
	} else {
		w.over = true
	}
	w.fail(s)
	w.ready = false
}

// oneByOne runs the cases from next on.
func (w *worker) oneByOne() {
	for w.next < w.block.Len() && !w.over {
		places := w.order[w.next:min(w.next+window, w.block.Len())]
		w.runner.Place(places)
		for w.slot = range places {
			if !w.begin(true) {
				return
			}
			w.started = time.Now()
			w.runner.Solve(w.slot, w.slot+1, &w.limits)
			elapsed := time.Since(w.started)
			if !w.end() || w.pass.interrupted.Load() && w.runner.Counts(w.slot).Stopped == solvers.Cancelled {
				return
			}
			s := &w.pass.seen[w.from+w.next]
			s.time = elapsed
			w.check(s, w.slot)
			if w.finish(); w.over {
				return
			}
		}
	}
}

// finish ends the current case, and moves on to the next one.
func (w *worker) finish() {
	p := w.pass
	p.seen[w.from+w.next].run = true
	w.next++
	p.done.Add(1)
	if len(p.workers) == 1 {
		p.advance()
		w.over = w.over || p.over
	}
}

// check takes what the result in a slot shows.
func (w *worker) check(s *seen, slot int) {
	w.count(s, slot)
	found := w.runner.Check(slot, &w.limits)
	stopped := w.runner.Counts(slot).Stopped
	if found.Match == cases.Right && stopped == solvers.Finished {
		return
	}
	s.facts = &Facts{Ran: true, InProcess: true, Finding: found}
	if found.Match == cases.Right {
		s.facts.BudgetSpent = stopped == solvers.NodeBudget
		if stopped == solvers.Cancelled {
			s.facts.Killed = sandbox.KilledCPU
		}
	}
}

// count takes the counters of the result in a slot, if the Solver wrote it.
func (w *worker) count(s *seen, slot int) {
	if !w.runner.Written(slot) {
		return
	}
	counts := w.runner.Counts(slot)
	s.nodes, s.updates = counts.Nodes, counts.Updates
	if w.pass.fold.Keep != nil {
		s.answer = w.runner.Digest(slot)
	}
}

// solveBatch runs all cases of the chunk in one call. There are no times of single cases.
func (w *worker) solveBatch() {
	n := w.block.Len()
	w.runner.Place(w.order[:n])
	if !w.begin(true) {
		return
	}
	w.started = time.Now()
	w.runner.Solve(0, n, &w.limits)
	elapsed := time.Since(w.started)
	if !w.end() || w.pass.interrupted.Load() {
		return
	}
	w.pass.spend(elapsed)
	cancelled := false
	for i := range n {
		s := &w.pass.seen[w.from+i]
		w.check(s, i)
		s.run = true
		cancelled = cancelled || s.facts != nil && s.facts.Killed == sandbox.KilledCPU
	}
	w.next = n
	w.pass.done.Add(int64(n))
	if cancelled {
		late := right
		late.Killed = sandbox.KilledCPU
		w.fail(seen{facts: &late})
	}
}

// fail records a failure in the current case, or in all cases if there is no single one: of a constructor, of a batch.
func (w *worker) fail(s seen) {
	if w.ready && !w.batch {
		w.pass.seen[w.from+w.next] = s
		w.finish()
		return
	}
	w.over = true
	w.pass.fail(s.facts)
}
