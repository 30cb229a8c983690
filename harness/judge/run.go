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

	// TimeLimit applies to the whole pass, solving alone; 0 means none.
	TimeLimit time.Duration

	// CaseLimit applies to the solving time of each case; 0 means none.
	CaseLimit time.Duration

	// KeepGoing judges the cases after one that exceeds TimeLimit, as if that case
	// had taken no time.
	KeepGoing bool

	// Grace is the time between Cancel and the moment when a Solver that still runs
	// is abandoned; 0 means 2 s.
	Grace time.Duration

	// Observe, where not nil, is called with every case after its verdict was
	// derived: from another goroutine, one call at a time.
	Observe func(o *Outcome, f *Facts, r *solvers.Result)
}

// ErrInterrupted is what Run returns, in addition to the finished cases, when its
// context ends.
var ErrInterrupted = errors.New("interrupted")

// Run judges a contestant of this process in one pass over cases, all of one
// size.
//
//  1. A goroutine, locked to its thread, makes the Solver and hands it a copy
//     of each puzzle and a Result full of sentinels. Only Solve is inside the clock.
//  2. Outside the clock the answer is checked, and the copy compared with the puzzle.
//  3. A panic is RE for its case; a fresh Solver takes the next one.
//  4. The time limit applies to the sum of the times. A case that exceeds it may
//     continue to 1.5 times the limit, or for 1 s if that is longer; then Cancel is
//     set. The case is TLE, and the remaining cases are not run unless KeepGoing is
//     set. CaseLimit works in the same way, and never ends the pass.
//  5. A Solver that does not return within Grace after Cancel is abandoned: a
//     goroutine cannot be stopped, so it continues to run.
//
// A stack overflow, a concurrent map write or os.Exit in a Solver ends the judge, too:
// Go cannot recover from them. Run such a contestant as a program.
func Run(ctx context.Context, spec *solvers.Spec, cases []corpus.Case, o Options) (*SetResult, error) {
	r := &run{spec: spec, cases: cases, options: o, abandon: make(chan struct{})}
	r.limits = solvers.Limits{Solutions: o.Solutions, Nodes: o.NodeBudget, Cancel: &r.cancel}
	r.setResult = &SetResult{Solver: spec.Name, Cases: len(cases), Limits: Limits{Time: o.TimeLimit, Case: o.CaseLimit}, Expected: Accepted}
	if r.options.Grace == 0 {
		r.options.Grace = 2 * time.Second
	}
	r.watchdog = time.AfterFunc(time.Hour, r.tooLate)
	r.watchdog.Stop()
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
			r.recordAbandoned()
			more = false
		}
	}
	r.watchdog.Stop()
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

// run is one pass. Until done is closed, or the worker is abandoned, the fields belong
// to the worker, except those that mu or an atomic guards.
type run struct {
	spec    *solvers.Spec
	cases   []corpus.Case
	options Options
	limits  solvers.Limits

	next    int           // index of the next case
	over    bool          // no further case is run
	isBatch bool          // all cases were solved in one call
	spent   time.Duration // of solving, so far

	cancel      atomic.Bool
	interrupted atomic.Bool
	watchdog    *time.Timer   // sets cancel; see watchdog.go
	abandon     chan struct{} // closed when the Solver does not return after cancel
	once        sync.Once

	mu        sync.Mutex
	abandoned bool          // the worker was abandoned: its results do not count
	current   int           // the case that is being solved
	armed     bool          // the watchdog is running
	allowed   time.Duration // for the current case, until cancel
	deadline  time.Time     // when allowed is over
	setResult *SetResult
}

// endedGoroutine is the reason of the verdict on a Solver that calls runtime.Goexit.
const endedGoroutine = "it ended its goroutine (runtime.Goexit)"

func (r *run) giveUp() { r.once.Do(func() { close(r.abandon) }) }

// recordAbandoned records that the worker was abandoned.
func (r *run) recordAbandoned() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.abandoned = true
	if r.interrupted.Load() {
		return
	}
	r.setResult.Total += r.allowed + r.options.Grace
	o := Outcome{
		Case: r.current, Verdict: TimeLimit, Time: r.allowed + r.options.Grace, Final: true,
		Reason: fmt.Sprintf("did not stop within %v after it was cancelled; abandoned", r.options.Grace),
	}
	r.setResult.record(o, false)
	r.setResult.Notes = append(r.setResult.Notes,
		fmt.Sprintf("%s ignores Limits.Cancel: it still runs in the background and disturbs all later times", r.spec.Name))
	if r.options.Observe != nil {
		r.options.Observe(&o, &Facts{Ran: true, InProcess: true, Wall: r.setResult.Total, Killed: KilledCPU}, &solvers.Result{})
	}
}

// work runs cases until all are done, the limit is exceeded or the Solver panics.
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
		r.isBatch, r.setResult.batch = true, true
		r.batch(b)
		return
	}
	r.oneByOne(solver)
}

// make calls Spec.New, which may panic as well.
func (r *run) make() (s solvers.Solver, reason string) {
	_, reason = recoverPanic(func() { s = r.spec.New(r.cases[0].Puzzle.Size()) })
	if reason == "" && s == nil {
		reason = "Spec.New returned nil"
	}
	return s, reason
}

// oneByOne runs the cases from next on.
func (r *run) oneByOne(s solvers.Solver) {
	var result solvers.Result
	scratch := make(solvers.Grid, len(r.cases[0].Puzzle))
	ended := true
	call := func() { s.Solve(scratch, r.limits, &result) }
	// A Solver that ends its goroutine instead of returning is caught here.
	defer func() {
		if !ended && r.next < len(r.cases) && !r.over {
			r.finish(&result, scratch, 0, endedGoroutine)
		}
	}()
	for r.next < len(r.cases) && !r.over {
		copy(scratch, r.cases[r.next].Puzzle)
		fillSentinels(&result, len(scratch))
		if !r.begin(r.next + 1) {
			r.over = true
			return
		}
		ended = false
		r.arm()
		elapsed, reason := recoverPanic(call)
		ended = true
		r.disarm()
		r.finish(&result, scratch, elapsed, reason)
		if reason != "" {
			return
		}
	}
}

// finish judges the case that was solved and moves on to the next one.
func (r *run) finish(result *solvers.Result, scratch solvers.Grid, elapsed time.Duration, reason string) {
	c := &r.cases[r.next]
	r.next++
	if r.interrupted.Load() && (result.Stopped == solvers.Cancelled || reason != "") {
		r.over = true
		return
	}
	r.spent += elapsed
	f := Facts{Ran: true, InProcess: true, Wall: r.spent, Panic: reason}
	if r.options.CaseLimit > 0 {
		f.CaseTime = elapsed
	}
	if reason == "" {
		r.observe(&f, c, scratch, result)
	}
	switch exceeded := r.options.TimeLimit > 0 && r.spent > r.options.TimeLimit; {
	case exceeded && r.options.KeepGoing:
		r.spent -= elapsed
	case exceeded:
		r.over = true
	}
	r.conclude(Outcome{Case: r.next, Time: elapsed}, f, result)
}

// observe adds to f what the result of a case shows.
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
	if r.abandoned {
		return
	}
	s := r.setResult
	o.Verdict, o.Reason = Derive(&f, s.Limits)
	if result.Nodes != sentinelNodes {
		o.Solutions, o.Nodes, o.Updates = result.Solutions, result.Nodes, result.Updates
	}
	if f.CaughtLate(s.Limits) && f.Killed == NotKilled {
		s.Late = true
	}
	s.record(o, o.Case > 0 && !r.isBatch)
	if r.options.Observe != nil {
		r.options.Observe(&o, &f, result)
	}
}
