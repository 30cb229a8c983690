package judge

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Options say how contestants of this process are run.
type Options struct {
	// Solutions is how many solutions to count up to; 0 means 1.
	Solutions int

	// NodeBudget bounds the search calls of each case; 0 means no budget.
	NodeBudget uint64

	// TimeLimit is for the whole pass, solving alone; 0 means none.
	TimeLimit time.Duration

	// Grace is how long a Solver that was told to stop may go on before it is
	// abandoned; 0 means 2 s.
	Grace time.Duration

	// Observe, where not nil, sees every case after its verdict was derived.
	// It is called from another goroutine, one call at a time.
	Observe func(o *Outcome, f *Facts, r *solvers.Result)
}

// ErrInterrupted is what Run returns beside what was finished when its context ended.
var ErrInterrupted = errors.New("interrupted")

// Run judges a contestant of this process in one pass over cases, all of one
// size.
//
//  1. A goroutine, locked to its thread, makes the Solver and hands it a copy
//     of each puzzle and a Result full of junk. Only Solve is inside the clock.
//  2. Outside the clock the answer is checked, and the copy compared with the puzzle.
//  3. A panic is RE for its case; a fresh Solver takes the next one.
//  4. The limit is for the sum of the times. A case that exceeds it may run on to
//     1.5 times the limit, at least 1 s more; then Cancel is set. It is TLE, and
//     the rest are not run.
//  5. A Solver that does not heed Cancel within Grace is abandoned: its
//     goroutine cannot be stopped and is left to run.
//
// What the Go runtime does not let anybody recover from (a stack overflow, a
// concurrent map write, os.Exit) ends the judge too; run such a contestant as
// a program.
func Run(ctx context.Context, spec *solvers.Spec, cases []corpus.Case, o Options) (*SetResult, error) {
	r := &run{spec: spec, cases: cases, options: o, abandon: make(chan struct{})}
	r.limits = solvers.Limits{Solutions: o.Solutions, Nodes: o.NodeBudget, Cancel: &r.cancel}
	r.setResult = &SetResult{Solver: spec.Name, Cases: len(cases), Limits: Limits{Time: o.TimeLimit}, Expected: Accepted}
	if r.options.Grace == 0 {
		r.options.Grace = 2 * time.Second
	}
	r.late = time.AfterFunc(time.Hour, r.tooLate)
	r.late.Stop()
	giveUp := context.AfterFunc(ctx, r.interrupt)
	defer giveUp()
	runtime.GC()
	for more := len(cases) > 0; more; {
		done, before := make(chan struct{}), r.next
		go r.work(done)
		select {
		case <-done:
			if r.next == before && !r.over {
				r.over = true
				r.conclude(Outcome{}, Facts{Ran: true, InProcess: true, Panic: endedGoroutine}, &solvers.Result{})
			}
			more = !r.over && r.next < len(cases)
		case <-r.abandon:
			r.leave()
			more = false
		}
	}
	r.late.Stop()
	r.setResult.close()
	if r.interrupted.Load() {
		return r.setResult, ErrInterrupted
	}
	return r.setResult, nil
}

// RunSet judges a contestant of this process on a test set, within the set's own
// time limit. A set that could not be loaded gives the verdict JE.
func RunSet(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, o Options) (*SetResult, error) {
	if set.Err != nil {
		return Failed(set, spec.Name, set.Err), nil
	}
	o.TimeLimit = set.TimeLimit
	result, err := Run(ctx, spec, set.Cases, o)
	result.Set, result.Expected = set, Expected(set, spec.Name)
	return result, err
}

// run is one pass. Until done is closed, or r is left, its fields belong to
// the worker, but for those that mu or an atomic guards.
type run struct {
	spec    *solvers.Spec
	cases   []corpus.Case
	options Options
	limits  solvers.Limits

	next  int           // the case to run next
	over  bool          // no further case is to be run
	whole bool          // all cases were handed over in one call
	spent time.Duration // of solving, so far

	cancel      atomic.Bool
	interrupted atomic.Bool
	late        *time.Timer   // sets cancel
	abandon     chan struct{} // closed when the Solver does not heed it
	once        sync.Once

	mu        sync.Mutex
	left      bool // the worker was abandoned: nothing that it says counts
	current   int  // the case in hand
	setResult *SetResult
}

// endedGoroutine is the reason against a Solver that does not return from a call.
const endedGoroutine = "it ended its goroutine (runtime.Goexit)"

// hard is when the watchdog strikes.
func (r *run) hard() time.Duration {
	l := r.options.TimeLimit
	return l + max(l/2, time.Second)
}

func (r *run) tooLate() {
	r.cancel.Store(true)
	time.AfterFunc(r.options.Grace, r.giveUp)
}

func (r *run) interrupt() {
	r.interrupted.Store(true)
	r.cancel.Store(true)
	time.AfterFunc(r.options.Grace, r.giveUp)
}

func (r *run) giveUp() { r.once.Do(func() { close(r.abandon) }) }

// leave records that the worker was abandoned.
func (r *run) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = true
	if r.interrupted.Load() {
		return
	}
	r.setResult.Total += r.hard() + r.options.Grace
	r.setResult.record(Outcome{
		Case: r.current, Verdict: TimeLimit, Time: r.hard() + r.options.Grace,
		Reason: fmt.Sprintf("did not stop within %v after it was cancelled; abandoned", r.options.Grace),
	}, false)
	r.setResult.Notes = append(r.setResult.Notes,
		fmt.Sprintf("%s does not heed Limits.Cancel: it still runs in the background and disturbs all times that follow", r.spec.Name))
}

// work runs cases until they are over or the Solver has panicked.
func (r *run) work(done chan struct{}) {
	runtime.LockOSThread()
	defer close(done)
	defer func() {
		if v := recover(); v != nil {
			r.over = true
			r.conclude(Outcome{Case: r.next}, Facts{JudgeError: "the judge panicked: " + panicReason(v)}, &solvers.Result{})
		}
	}()
	solver, reason := r.make()
	if reason != "" {
		r.over = true
		r.conclude(Outcome{}, Facts{Ran: true, InProcess: true, Panic: reason}, &solvers.Result{})
		return
	}
	if b, ok := solver.(solvers.BatchSolver); ok {
		r.whole = true
		r.batch(b)
		return
	}
	r.singly(solver)
}

// make calls Spec.New, which may panic as well.
func (r *run) make() (s solvers.Solver, reason string) {
	_, reason = protect(func() { s = r.spec.New(r.cases[0].Puzzle.Size()) })
	if reason == "" && s == nil {
		reason = "Spec.New returned nil"
	}
	return s, reason
}

// singly runs the cases from next on.
func (r *run) singly(s solvers.Solver) {
	var result solvers.Result
	scratch := make(solvers.Grid, len(r.cases[0].Puzzle))
	ended := true
	call := func() { s.Solve(scratch, r.limits, &result) }
	// A Solver that ends its goroutine instead of returning comes by here.
	defer func() {
		if !ended && r.next < len(r.cases) && !r.over {
			r.finish(&result, scratch, 0, endedGoroutine)
		}
	}()
	for r.next < len(r.cases) && !r.over {
		copy(scratch, r.cases[r.next].Puzzle)
		poisoned(&result, len(scratch))
		r.mu.Lock()
		r.current = r.next + 1
		r.mu.Unlock()
		if r.cancel.Load() {
			r.over = true
			return
		}
		ended = false
		r.arm()
		elapsed, reason := protect(call)
		ended = true
		r.late.Stop()
		r.finish(&result, scratch, elapsed, reason)
		if reason != "" {
			return
		}
	}
}

// arm starts the watchdog for what is left of the limit.
func (r *run) arm() {
	if r.options.TimeLimit > 0 {
		r.late.Reset(r.hard() - r.spent)
	}
}

// finish judges the case in hand and goes on to the next.
func (r *run) finish(result *solvers.Result, scratch solvers.Grid, elapsed time.Duration, reason string) {
	c := &r.cases[r.next]
	r.next++
	if r.interrupted.Load() && (result.Stopped == solvers.Cancelled || reason != "") {
		r.over = true
		return
	}
	r.spent += elapsed
	f := Facts{Ran: true, InProcess: true, Wall: r.spent, Panic: reason}
	if reason == "" {
		r.observe(&f, c, scratch, result)
	}
	r.over = r.options.TimeLimit > 0 && r.spent > r.options.TimeLimit || f.Killed != NotKilled
	r.conclude(Outcome{Case: r.next, Time: elapsed}, f, result)
}

// observe fills in what the result of a case shows.
func (r *run) observe(f *Facts, c *corpus.Case, scratch solvers.Grid, result *solvers.Result) {
	f.Finding = CheckResult(c, r.limits, result)
	if f.Finding.Match == Right && !slices.Equal(scratch, c.Puzzle) {
		f.Finding = Finding{Match: Wrong, Reason: "changed the puzzle that it was given"}
	}
	if f.Finding.Match == Right {
		f.BudgetSpent = result.Stopped == solvers.NodeBudget
		if result.Stopped == solvers.Cancelled {
			f.Killed = KilledCPU
		}
	}
}

// conclude derives the verdict and records the outcome.
func (r *run) conclude(o Outcome, f Facts, result *solvers.Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left {
		return
	}
	s := r.setResult
	o.Verdict, o.Reason = Derive(&f, s.Limits)
	if result.Nodes != poisonNodes {
		o.Solutions, o.Nodes, o.Updates = result.Solutions, result.Nodes, result.Updates
	}
	if f.CaughtLate(s.Limits) && f.Killed == NotKilled {
		s.Late = true
	}
	s.record(o, o.Case > 0 && !r.whole)
	if r.options.Observe != nil {
		r.options.Observe(&o, &f, result)
	}
}
