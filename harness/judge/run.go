package judge

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
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

	// KeepGoing continues after a case with which the sum of times exceeds TimeLimit. The
	// time of this case is left out of the sum.
	KeepGoing bool

	// Grace is the time between Cancel and the moment when a Solver that still runs
	// is abandoned; 0 means 2 s.
	Grace time.Duration

	// Jobs is how many cases are judged at a time, on as many threads; 0 means 1. Above 1
	// the cases disturb each other's times, and Observe gets verdicts and counters, but no
	// facts.
	Jobs int

	// TimesOnly saves memory: of most cases, Run keeps the time alone, in four bytes. It
	// keeps whole outcomes of the slowest cases; Slowest is their number. Without TimesOnly
	// it keeps the outcomes of all cases.
	TimesOnly bool
	Slowest   int

	// Observe, unless nil, is called for every case after its verdict was derived. The
	// calls come from another goroutine, one at a time.
	Observe func(o *Outcome, f *Facts, r *solvers.Result)
}

// ErrInterrupted is the error of Run if its context ends. Run returns it together with the
// result of the finished cases.
var ErrInterrupted = errors.New("interrupted")

// Run judges a contestant of this process in one pass over cases, all of one
// size.
//
//  1. A goroutine, locked to its thread, makes the Solver and hands it a copy
//     of each puzzle and a Result full of sentinels. Only Solve is inside the clock.
//  2. Outside the clock the answer is checked, and the copy compared with the puzzle.
//  3. A panic is RE for its case; a fresh Solver takes the next one.
//  4. The time limit applies to the sum of the times. A case with which the sum exceeds
//     the limit may continue for half of the limit more, at least for 1 s more; then
//     Cancel is set. The case is TLE, and the remaining cases are not run unless KeepGoing is
//     set. CaseLimit works in the same way, and never ends the pass.
//  5. A Solver that does not return within Grace after Cancel is abandoned: a
//     goroutine cannot be stopped, so it continues to run.
//
// A stack overflow, a concurrent map write or os.Exit in a Solver ends the judge, too:
// Go cannot recover from them. Run such a contestant as a program.
func Run(ctx context.Context, spec *solvers.Spec, cases []corpus.Case, o Options) (*SetResult, error) {
	return runParts(ctx, spec, &testset.TestSet{Cases: cases}, o)
}

// runParts judges a contestant on the cases of a set, part by part.
func runParts(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, o Options) (*SetResult, error) {
	p := newPass(spec, o)
	var err error
	for part, readErr := range set.Parts(ctx, batchCases) {
		if err = readErr; err == nil {
			err = p.Judge(ctx, part)
		}
		if err != nil {
			break
		}
	}
	if err != nil && ctx.Err() != nil {
		err = ErrInterrupted
	}
	p.setResult.Cases = set.Len() // those behind an interrupt, too
	return p.Result(), err
}

// batchCases is the largest number of cases that a BatchSolver gets in one call.
const batchCases = 1 << 16

// RunSet judges a contestant of this process on a test set, within the set's own
// time limit. A set that could not be loaded gives the verdict JE.
func RunSet(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, o Options) (*SetResult, error) {
	if set.Err != nil {
		return Failed(set, spec.Name, set.Err), nil
	}
	o.TimeLimit = set.TimeLimit
	result, err := runParts(ctx, spec, set, o)
	result.Set, result.Expected = set, Expected(set, spec.Name)
	return result, err
}

// endedGoroutine is the reason of the verdict on a Solver that calls runtime.Goexit.
const endedGoroutine = "it ended its goroutine (runtime.Goexit)"

// recordAbandoned reports whether the worker was abandoned, and records it. An abandoned worker leaves the result alone.
func (r *pass) recordAbandoned() bool {
	r.mu.Lock()
	abandoned := r.abandoned
	r.mu.Unlock()
	if !abandoned || r.interrupted.Load() {
		return abandoned
	}
	r.setResult.Total += r.allowed + r.options.Grace
	o := Outcome{
		Verdict: TimeLimit, Time: r.allowed + r.options.Grace, Final: true,
		Reason: fmt.Sprintf("did not stop within %v after it was cancelled; abandoned", r.options.Grace),
	}
	if r.current > 0 {
		o.Case, o.Line = r.number(r.current), r.cases[r.current-1].Line
	} else {
		r.setResult.withdraw()
	}
	r.setResult.record(o, false)
	r.setResult.Notes = append(r.setResult.Notes,
		fmt.Sprintf("%s ignores Limits.Cancel: it still runs in the background and disturbs all later times", r.spec.Name))
	if r.options.Observe != nil {
		r.options.Observe(&o, &Facts{Ran: true, InProcess: true, Wall: r.setResult.Total, Killed: KilledCPU}, &solvers.Result{})
	}
	return true
}

// work runs cases until all are done, the limit is exceeded or the Solver panics.
func (r *pass) work(done chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(done)
	defer func() {
		if v := recover(); v != nil {
			r.over = true
			r.facts = Facts{JudgeError: "the judge panicked: " + panicReason(v)}
			o := Outcome{Final: true}
			if r.next > 0 {
				o.Case, o.Line = r.number(r.next), r.cases[r.next-1].Line
			}
			r.conclude(o, &solvers.Result{})
		}
	}()
	solver := r.solver
	r.solver = nil
	if solver == nil {
		var reason string
		if solver, reason = r.make(); reason != "" {
			r.over = true
			r.fail(reason)
			return
		}
	}
	whole := true
	if b, ok := solver.(solvers.BatchSolver); ok {
		r.isBatch, r.setResult.batch = true, true
		whole = r.solveBatch(b)
	} else {
		whole = r.oneByOne(solver)
	}
	if whole {
		r.solver = solver
	}
}

// make calls Spec.New, which may panic as well.
func (r *pass) make() (s solvers.Solver, reason string) {
	_, reason = recoverPanic(func() { s = r.spec.New(r.cases[0].Puzzle.Size()) })
	if reason == "" && s == nil {
		reason = "Spec.New returned nil"
	}
	return s, reason
}

// fail records that the Solver failed other than on a case.
func (r *pass) fail(reason string) {
	r.facts = Facts{Ran: true, InProcess: true, Panic: reason}
	r.conclude(Outcome{}, &solvers.Result{})
}

// oneByOne runs the cases from next on, up to one on which the Solver panics. It reports
// whether the Solver may get more cases.
func (r *pass) oneByOne(s solvers.Solver) bool {
	var result solvers.Result
	scratch := make(solvers.Grid, len(r.cases[0].Puzzle))
	ended := true
	call := func() { s.Solve(scratch, r.limits, &result) }
	// A Solver that ends its goroutine instead of returning is caught here.
	defer func() {
		if !ended && r.disarm() && r.next < len(r.cases) && !r.over {
			r.finish(&result, scratch, 0, endedGoroutine)
		}
	}()
	for r.next < len(r.cases) && !r.over {
		copy(scratch, r.cases[r.next].Puzzle)
		fillSentinels(&result, len(scratch))
		if !r.begin(r.next + 1) {
			r.over = true
			return true
		}
		ended = false
		r.arm()
		elapsed, reason := recoverPanic(call)
		ended = true
		if !r.disarm() {
			return false
		}
		r.finish(&result, scratch, elapsed, reason)
		if reason != "" {
			return false
		}
	}
	return true
}

// finish judges the case that was solved and moves on to the next one.
func (r *pass) finish(result *solvers.Result, scratch solvers.Grid, elapsed time.Duration, reason string) {
	c := &r.cases[r.next]
	r.next++
	if r.interrupted.Load() && (result.Stopped == solvers.Cancelled || reason != "") {
		r.over = true
		return
	}
	r.spent += elapsed
	r.facts = Facts{Ran: true, InProcess: true, Wall: r.spent, Panic: reason}
	if r.options.CaseLimit > 0 {
		r.facts.CaseTime = elapsed
	}
	if reason == "" {
		r.observe(c, scratch, result)
	}
	switch exceeded := r.exceeds(r.spent); {
	case exceeded && r.options.KeepGoing:
		r.spent -= elapsed
	case exceeded:
		r.over = true
	}
	r.conclude(Outcome{Case: r.number(r.next), Time: elapsed, Line: c.Line}, result)
}

// observe adds to the facts what the result of a case shows.
func (r *pass) observe(c *corpus.Case, scratch solvers.Grid, result *solvers.Result) {
	f := &r.facts
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

// conclude derives the verdict from the facts and records the outcome. It calls Observe without mu: an interrupt need not
// wait for a slow disk or a stopped terminal.
func (r *pass) conclude(o Outcome, result *solvers.Result) {
	r.reporting.Lock()
	defer r.reporting.Unlock()
	if !r.keep(&o, result) || r.options.Observe == nil {
		return
	}
	seen := o // only what is observed is to be allocated
	r.options.Observe(&seen, &r.facts, result)
}

// keep completes and records an outcome. It returns false if the worker was abandoned.
func (r *pass) keep(o *Outcome, result *solvers.Result) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.abandoned {
		return false
	}
	s, f := r.setResult, &r.facts
	o.Verdict, o.Reason = Derive(f, s.Limits)
	if result.Nodes != sentinelNodes {
		o.Solutions, o.Nodes, o.Updates = int(result.Solutions), result.Nodes, result.Updates
	}
	if f.CaughtLate(s.Limits) && f.Killed == NotKilled {
		s.Late = true
	}
	s.record(*o, o.Case > 0 && !r.isBatch)
	return true
}
