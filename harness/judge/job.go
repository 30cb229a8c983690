package judge

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
	"gridjudge/solvers"
)

// A job judges cases, one chunk after another. A pass has Options.Jobs of them, which work at the same time.
//
// judgeChunk judges a chunk with the help of a second goroutine. It starts the goroutine, and waits until the goroutine
// closes the channel done. The goroutine runs the cases. While judgeChunk waits, only the goroutine may use the fields
// of the job, with two exceptions:
//   - The field cancel is atomic, so every goroutine may use it.
//   - Every goroutine that holds the mutex mu may use the fields below mu.
//
// If the Solver does not return, judgeChunk abandons the goroutine, and continues without it. The results of the cases
// that were solved before are complete. The abandoned goroutine does not change them any more, so judgeChunk judges
// them.
type job struct {
	pass   *Pass
	runner cases.Runner
	limits solvers.Limits
	ready  bool // the runner has a solver that can take more cases
	batch  bool // all cases of a chunk are solved in one call
	ended  bool // the job gets no more cases

	chunk   cases.Cases           // of the block of the pass
	from    int                   // index in the block of the first case of the chunk
	next    int                   // index in the chunk of the first case that is not judged
	slot    int                   // index in the window of that case
	order   []int                 // 0, 1, 2, ...
	started time.Duration         // when the current call of the Solver began, on the clock of now
	times   [window]time.Duration // the times of the solved slots
	solved  atomic.Int32          // the number of solved slots

	cancel   atomic.Bool
	watchdog *time.Timer   // sets cancel
	abandon  chan struct{} // closed when the Solver does not return after cancel

	mu        sync.Mutex
	calling   bool          // the Solver is being made or called; only the goroutine sets it, so the goroutine reads it without mu
	call      int           // number of the current or latest call
	abandoned bool          // results of the goroutine do not count any more
	watching  bool          // the watchdog is running
	allowed   time.Duration // how long the call may take before it is cancelled; 0 means any time
	deadline  time.Time     // when allowed will be over
}

const (
	// window is the number of cases that are copied at once, and for which the runner prepares slots. It is small, so
	// that the memory of these cases stays in the cache.
	window = 16

	// stretch is how long a Solver works before the judge checks its answers. The Solver solves one case after another
	// until this time has passed, or until all cases of the window are solved. Then the judge checks the answers
	// together.
	//
	// If the judge checked each answer at once, the cases would take longer, for two reasons:
	//   - The checks would push the code of the Solver out of the processor's cache.
	//   - The clock would have to be read twice for each case, before it and after it. Without checks in between, one
	//     reading both ends a case and begins the next case.
	//
	// Two alternatives were measured with cases that take 2 us each. With a check after each case, the cases seemed 4 %
	// slower. With a check after every 64 cases, they seemed 1 % slower.
	stretch = 100 * time.Microsecond
)

var epoch = time.Now()

// now returns the time since epoch. It reads one clock, while time.Now reads two and takes twice as long.
func now() time.Duration { return time.Since(epoch) }

func newJob(p *Pass, runner cases.Runner) *job {
	j := &job{pass: p, runner: runner, abandon: make(chan struct{})}
	j.limits = solvers.Limits{Solutions: p.options.Solutions, Nodes: p.options.Nodes, Cancel: &j.cancel}
	j.watchdog = time.AfterFunc(time.Hour, j.tooLate)
	j.watchdog.Stop()
	return j
}

// judgeChunk judges a chunk. The parameter from is the index of its first case in the block.
func (j *job) judgeChunk(chunk cases.Cases, from int) {
	j.chunk, j.from, j.next = chunk, from, 0
	for !j.ended && !j.pass.interrupted.Load() && j.next < chunk.Len() {
		done := make(chan struct{})
		go j.work(done)
		select {
		case <-done:
		case <-j.abandon:
		}
		j.checkAbandoned()
	}
}

// checkAbandoned checks whether the goroutine was abandoned. If so, it judges the cases that were solved before,
// records the failure, and ends the job.
func (j *job) checkAbandoned() {
	j.mu.Lock()
	abandoned := j.abandoned
	j.mu.Unlock()
	if !abandoned {
		return
	}
	j.judgeSolved()
	j.ended = true
	if grace := j.pass.options.Grace; !j.pass.interrupted.Load() {
		j.fail(observed{facts: &Facts{Ran: true, BuiltIn: true, Abandoned: grace}, time: j.allowed + grace})
	}
}

// work runs cases until all are done, the pass is over, or the Solver or the judge panics.
func (j *job) work(done chan struct{}) {
	defer close(done)
	ended := false
	defer func() {
		if v := recover(); !ended { // v is nil after runtime.Goexit
			j.broken(v)
		}
	}()
	j.run()
	ended = true
}

func (j *job) run() {
	if !j.ready {
		j.runner.Forget()
		if !j.beginCall(false) {
			return
		}
		j.runner.Use(0)
		if !j.endCall() {
			return
		}
		// A limit of each case needs the time of each case, so with such a limit a solver that takes batches gets one
		// case per call.
		j.ready, j.batch = true, j.runner.Batch() && j.pass.options.Limits.Case == 0
	}
	if j.batch {
		j.solveBatch()
	} else {
		j.oneByOne()
	}
}

// broken is called when the goroutine has panicked or has called runtime.Goexit. The parameter v is the value of the
// panic, or nil after runtime.Goexit. If this happened during a call of the Solver, the Solver is to blame: its failure
// is recorded (fail), and the next case gets a new Solver. Otherwise the judge itself has failed, and the job ends.
func (j *job) broken(v any) {
	s := observed{facts: &Facts{Ran: true, BuiltIn: true, Panic: PanicReason(v)}}
	if !j.calling {
		s.facts = &Facts{JudgeError: "the judge panicked: " + PanicReason(v)}
		j.ended = true
	} else {
		if !j.endCall() {
			return
		}
		if j.ready {
			s.time = now() - j.started
			if !j.batch {
				j.judgeSolved()
				j.count(&s, j.slot)
			}
		}
		if j.pass.interrupted.Load() {
			return
		}
	}
	j.fail(s)
	j.ready = false
}

// oneByOne judges the cases from next on, each with a time of its own.
func (j *job) oneByOne() {
	for j.next < j.chunk.Len() && !j.ended {
		n := min(window, j.chunk.Len()-j.next)
		j.load(j.chunk.Slice(j.next, j.next+n))
		j.slot = 0
		j.solved.Store(0)
		for j.slot < n && !j.ended {
			if !j.solveStretch(n) || !j.judgeSolved() {
				return
			}
		}
	}
}

// load copies cases for the runner, each into the slot with its index.
func (j *job) load(list cases.Cases) {
	for len(j.order) < list.Len() {
		j.order = append(j.order, len(j.order))
	}
	j.runner.Load(list)
	j.runner.Place(j.order[:list.Len()])
}

// solveStretch solves the slots from j.slot up to n, or until a stretch is over. It returns false if the pass was
// interrupted before the first one, or if the goroutine was abandoned.
func (j *job) solveStretch(n int) bool {
	if !j.beginCall(true) {
		return false
	}
	j.started = now()
	over := j.started + stretch
	for slot := j.slot; slot < n; slot++ {
		j.runner.Solve(slot, slot+1, &j.limits)
		end := now()
		j.times[slot] = end - j.started
		j.solved.Store(int32(slot + 1))
		if end > over || j.cancel.Load() {
			break
		}
		j.started = end
	}
	return j.endCall()
}

// judgeSolved judges the slots that are solved. It returns false if an interrupt cancelled the search in one of them,
// which is then not judged.
func (j *job) judgeSolved() bool {
	before := j.next
	defer func() { j.pass.done.Add(int64(j.next - before)) }()
	for n := int(j.solved.Load()); j.slot < n && !j.ended; j.slot++ {
		if j.pass.interrupted.Load() && j.runner.Counts(j.slot).Stopped == solvers.Cancelled {
			return false
		}
		s := observed{time: j.times[j.slot], timed: true}
		j.check(&s, j.slot)
		j.see(&s)
	}
	return true
}

// see passes on what the job saw of the current case, and moves on to the next case.
func (j *job) see(s *observed) {
	p := j.pass
	switch {
	case len(p.jobs) > 1: // judgeBlock folds when all jobs have ended
		s.run = true
		p.seen[j.from+j.next] = *s
	case !p.ended: // otherwise an earlier case of this stretch has ended the pass
		p.foldCase(s)
		j.ended = j.ended || p.ended
	}
	j.next++
}

// check checks the result in a slot, and keeps in s what it shows.
func (j *job) check(s *observed, slot int) {
	stopped := j.count(s, slot)
	found := j.runner.Check(slot, &j.limits)
	if found.Match == cases.Right && max(s.nodes, s.updates) > solvers.MostCounted {
		found = cases.Finding{Match: cases.Wrong, Reason: fmt.Sprintf("it counted %d nodes and %d updates: a counter has wrapped", s.nodes, s.updates)}
	}
	if found.Match == cases.Right && stopped == solvers.Finished {
		return
	}
	s.facts = &Facts{Ran: true, BuiltIn: true, Finding: found}
	if found.Match == cases.Right {
		s.facts.BudgetSpent = stopped == solvers.NodeBudget
		if stopped == solvers.Cancelled { // in this case Right only means that nothing it returned is wrong
			s.facts.Killed = sandbox.KilledCPU // its time was over, and it stopped (see Facts.Killed)
		}
	}
}

// count copies the counters of the result in a slot, if the Solver wrote them, and returns why the search ended.
func (j *job) count(s *observed, slot int) solvers.Stop {
	counts := j.runner.Counts(slot)
	if !j.runner.Written(slot) {
		return counts.Stopped
	}
	s.nodes, s.updates, s.solutions = counts.Nodes, counts.Updates, counts.Solutions
	s.none, s.several = counts.Solutions == 0, j.pass.options.Solutions > 1 && counts.Solutions > 1
	if j.pass.fold.Keep != nil {
		s.answer = j.runner.Digest(slot)
	}
	return counts.Stopped
}

// solveBatch solves all cases of the chunk in one call, so single cases have no times.
func (j *job) solveBatch() {
	n := j.chunk.Len()
	j.load(j.chunk)
	if !j.beginCall(true) {
		return
	}
	j.started = now()
	j.runner.Solve(0, n, &j.limits)
	elapsed := now() - j.started
	if !j.endCall() || j.pass.interrupted.Load() {
		return
	}
	j.pass.spend(elapsed)
	if len(j.pass.jobs) == 1 { // with several jobs, judgeBlock has done it
		j.pass.reserve()
	}
	cancelled := false
	for i := range n {
		s := &j.pass.seen[j.from+i]
		j.check(s, i)
		s.run = true
		cancelled = cancelled || s.facts != nil && s.facts.Killed == sandbox.KilledCPU
	}
	j.next = n
	j.pass.done.Add(int64(n))
	if cancelled {
		late := right
		late.Killed = sandbox.KilledCPU
		j.failAll(&late)
	}
}

// fail records a failure of the Solver or of the judge. If the Solver gets one case in each call, only the current case
// fails. If the Solver gets all cases of the chunk in one call, or could not be constructed at all, the failure belongs
// to all cases, and the job ends.
func (j *job) fail(s observed) {
	if !j.ready || j.batch {
		if j.ready {
			j.pass.spend(s.time)
		}
		j.failAll(s.facts)
		return
	}
	s.timed = true
	j.see(&s)
	j.pass.done.Add(1)
}

// failAll records a failure that does not belong to a single case, and ends the job.
func (j *job) failAll(facts *Facts) {
	j.ended = true
	j.pass.failAll(facts)
}
