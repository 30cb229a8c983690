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
	ready  bool // the runner has a solver
	batch  bool // all cases of a chunk are solved in one call

	block   cases.Cases // the chunk
	from    int         // index of its first case in the block of the pass
	next    int         // index of the next case in the chunk
	judging int         // index of the case whose result is being judged; -1: none
	order   []int       // 0, 1, 2, ...

	over   bool   // no further case is run
	lost   bool   // the goroutine was abandoned; belongs to judge
	failed *Facts // of a failure that is of no single case

	// Of the calls for many cases since foldWhole.
	calls          int
	spent          time.Duration
	nodes, updates uint64

	cancel   atomic.Bool
	watchdog *time.Timer   // sets cancel
	abandon  chan struct{} // closed when the Solver does not return after cancel

	mu        sync.Mutex
	calling   bool          // the Solver is being made or called
	abandoned bool          // the results of the goroutine do not count
	armed     bool          // the watchdog is running
	allowed   time.Duration // for the current call, until cancel
	deadline  time.Time     // when allowed is over
	current   int           // index in the chunk of the case that is solved; -1: no single one
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
	w.block, w.from, w.next, w.judging = chunk, from, 0, -1
	w.runner.Load(chunk)
	for len(w.order) < chunk.Len() {
		w.order = append(w.order, len(w.order))
	}
	for !w.over && !w.lost && !w.pass.interrupted.Load() && w.next < chunk.Len() {
		done, before := make(chan struct{}), w.next
		go w.work(done)
		select {
		case <-done:
		case <-w.abandon:
		}
		if w.lost = w.recordAbandoned(); !w.lost && w.next == before && !w.over {
			w.over, w.failed = true, &Facts{Ran: true, InProcess: true, Panic: endedGoroutine}
		}
	}
}

// endedGoroutine is the reason of the verdict on a Solver that calls runtime.Goexit.
const endedGoroutine = "it ended its goroutine (runtime.Goexit)"

// work runs cases until all are done, the pass is over or the Solver panics.
func (w *worker) work(done chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(done)
	defer func() {
		if v := recover(); v != nil {
			w.over = true
			w.fail(w.judging, seen{facts: &Facts{JudgeError: "the judge panicked: " + panicReason(v)}})
		}
	}()
	if !w.ready {
		if !w.begin(-1) {
			return
		}
		w.runner.Forget()
		_, reason := recoverPanic(func() { w.runner.Use(0) })
		if !w.end() {
			return
		}
		if reason != "" {
			w.over, w.failed = true, &Facts{Ran: true, InProcess: true, Panic: reason}
			return
		}
	}
	w.batch = w.runner.Batch()
	w.ready = false // until it is known that the Solver may get more cases
	if w.batch {
		w.solveBatch()
	} else {
		w.ready = w.oneByOne()
	}
}

// oneByOne runs the cases from next on, up to one on which the Solver panics. It reports
// whether the Solver may get more cases.
func (w *worker) oneByOne() bool {
	slot, solving := 0, false
	solve := func() { w.runner.Solve(slot, slot+1, &w.limits) }
	// A Solver that ends its goroutine instead of returning is caught here.
	defer func() {
		if solving && w.end() {
			w.finish(slot, 0, endedGoroutine)
		}
	}()
	for w.next < w.block.Len() {
		places := w.order[w.next:min(w.next+window, w.block.Len())]
		w.runner.Place(places)
		for slot = range places {
			if !w.begin(w.next) {
				return true
			}
			solving = true
			w.arm()
			elapsed, reason := recoverPanic(solve)
			solving = false
			if !w.end() {
				return false
			}
			more := w.finish(slot, elapsed, reason)
			if reason != "" {
				return false
			}
			if !more {
				return true
			}
		}
	}
	return true
}

// finish sees what the case in a slot showed, and moves on to the next case. It reports whether the pass goes on.
func (w *worker) finish(slot int, elapsed time.Duration, reason string) (more bool) {
	i := w.from + w.next
	w.judging = w.next
	w.next++
	counts := w.runner.Counts(slot)
	if w.pass.interrupted.Load() && (counts.Stopped == solvers.Cancelled || reason != "") {
		w.over = true
		return false
	}
	s := &w.pass.seen[i]
	*s = seen{run: true, time: elapsed}
	w.see(s, slot, reason)
	if w.pass.options.Watch == w.pass.before+i+1 {
		w.watch(slot, reason == "")
	}
	w.pass.done.Add(1)
	if len(w.pass.workers) == 1 && !w.pass.take(w.block, i-w.from, s, true) {
		w.over = true
	}
	w.judging = -1
	return !w.over
}

// see fills in what the result in a slot shows.
func (w *worker) see(s *seen, slot int, reason string) {
	if w.runner.Written(slot) {
		counts := w.runner.Counts(slot)
		s.nodes, s.updates = counts.Nodes, counts.Updates
		if w.pass.fold.Keep != nil {
			s.answer = w.runner.Digest(slot)
		}
	}
	if reason != "" {
		s.facts = &Facts{Ran: true, InProcess: true, Panic: reason}
		return
	}
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

// watch keeps what Options.Watch asks for.
func (w *worker) watch(slot int, ended bool) {
	counts := w.runner.Counts(slot)
	w.pass.watched = Watched{
		Answer: append([]byte{}, w.runner.Answer(slot)...), Solutions: counts.Solutions, Stopped: counts.Stopped.String(), Ended: ended,
	}
}

// solveBatch runs all cases of the chunk in one call. There are no times of single cases.
func (w *worker) solveBatch() {
	n := w.block.Len()
	w.runner.Place(w.order[:n])
	if !w.begin(-1) {
		return
	}
	w.arm()
	elapsed, reason := recoverPanic(func() { w.runner.Solve(0, n, &w.limits) })
	if !w.end() {
		return
	}
	if w.pass.interrupted.Load() {
		w.over = true
		return
	}
	w.calls++
	w.spent += elapsed
	w.next = n
	cancelled := false
	for i := range n {
		s := &w.pass.seen[w.from+i]
		*s = seen{run: true}
		if reason == "" {
			w.see(s, i, "")
			cancelled = cancelled || s.facts != nil && s.facts.Killed == sandbox.KilledCPU
		}
		w.nodes, w.updates = w.nodes+s.nodes, w.updates+s.updates
		if w.pass.options.Watch == w.pass.before+w.from+i+1 {
			w.watch(i, reason == "")
		}
	}
	w.pass.done.Add(int64(n))
	switch facts := (Facts{Ran: true, InProcess: true, Panic: reason}); {
	case reason != "":
		w.over, w.failed = true, &facts
	case cancelled:
		facts.Finding.Match, facts.Killed = cases.Right, sandbox.KilledCPU
		w.over, w.failed = true, &facts
	default:
		w.ready = true
	}
}

// recordAbandoned reports whether the goroutine was abandoned, and records it.
func (w *worker) recordAbandoned() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.pass
	if !w.abandoned || p.interrupted.Load() {
		return w.abandoned
	}
	facts := &Facts{Ran: true, InProcess: true, Abandoned: p.options.Grace}
	w.fail(w.current, seen{facts: facts, time: w.allowed + p.options.Grace})
	return true
}

// fail records a failure in a case of the chunk, after which the worker gets no more cases; in none if i is -1.
func (w *worker) fail(i int, s seen) {
	if i < 0 {
		w.failed = s.facts
		return
	}
	s.run = true
	w.pass.seen[w.from+i] = s
	if len(w.pass.workers) == 1 {
		w.pass.take(w.block, i, &s, true)
	}
}
