package judge

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
)

// pass is one pass of a contestant over cases that come in parts. The Solver stays the
// same from part to part, and the limits apply to all parts together.
//
// A goroutine, the worker, runs the cases of a part. It alone uses the fields of the
// pass until it closes its channel done or is abandoned. Exceptions are cancel,
// interrupted, and the fields below mu, which mu guards.
type pass struct {
	spec    *solvers.Spec
	options Options
	limits  solvers.Limits
	solver  solvers.Solver // nil before the first case and after a panic

	cases   []corpus.Case // the part that is judged
	before  int           // cases in the parts before it
	next    int           // index of the next case
	over    bool          // no further case is run
	ended   bool          // the worker was abandoned; belongs to Judge
	isBatch bool          // all cases of a part are solved in one call
	spent   time.Duration // of solving, so far
	facts   Facts         // of the last case
	batch   batch         // for a BatchSolver
	jobs    *jobs         // nil: one case is judged at a time

	cancel      atomic.Bool
	interrupted atomic.Bool
	watchdog    *time.Timer   // sets cancel; see watchdog.go
	abandon     chan struct{} // closed when the Solver does not return after cancel

	reporting sync.Mutex // held during Observe; locked before mu

	mu        sync.Mutex
	abandoned bool          // the worker was abandoned: its results do not count
	current   int           // the case that is being solved
	armed     bool          // the watchdog is running
	allowed   time.Duration // for the current case, until cancel
	deadline  time.Time     // when allowed is over
	setResult *SetResult
}

// newPass returns a pass that has judged nothing.
func newPass(spec *solvers.Spec, o Options) *pass {
	r := &pass{spec: spec, options: o, abandon: make(chan struct{})}
	r.limits = solvers.Limits{Solutions: uint64(max(o.Solutions, 0)), Nodes: o.NodeBudget, Cancel: &r.cancel}
	r.setResult = &SetResult{Solver: spec.Name, Limits: Limits{Time: o.TimeLimit, Case: o.CaseLimit}, Expected: Accepted}
	if o.Jobs > 1 {
		r.jobs = newJobs(spec, o)
		r.setResult.Jobs = o.Jobs
	}
	if o.TimesOnly {
		r.setResult.times = &stats.Durations{}
		r.setResult.slowest = make([]Outcome, 0, o.Slowest)
	}
	if r.options.Grace == 0 {
		r.options.Grace = 2 * time.Second
	}
	r.watchdog = time.AfterFunc(time.Hour, r.tooLate)
	r.watchdog.Stop()
	return r
}

// Judge judges the next part. If an earlier case has ended the pass, it only counts the
// cases of the part.
func (r *pass) Judge(ctx context.Context, cases []corpus.Case) error {
	if r.jobs != nil {
		return r.judgeJobs(ctx, cases)
	}
	if r.setResult.Cases == 0 {
		runtime.GC()
	}
	r.setResult.Cases += len(cases)
	if r.ended {
		return r.state()
	}
	r.before += len(r.cases)
	r.cases, r.next = cases, 0
	if ctx.Err() != nil {
		r.interrupt()
	}
	stop := context.AfterFunc(ctx, r.interrupt)
	defer stop()
	for more := !r.over && !r.interrupted.Load() && len(cases) > 0; more; {
		done, before := make(chan struct{}), r.next
		go r.work(done)
		select {
		case <-done:
		case <-r.abandon:
		}
		if r.ended = r.recordAbandoned(); r.ended {
			break
		}
		if r.next == before && !r.over {
			r.over = true
			r.fail(endedGoroutine)
		}
		more = !r.over && r.next < len(cases)
	}
	return r.state()
}

// state returns ErrInterrupted once the pass was interrupted.
func (r *pass) state() error {
	if r.interrupted.Load() {
		return ErrInterrupted
	}
	return nil
}

// number returns the number of a case of the part, counted from 1, among all cases.
func (r *pass) number(n int) int { return r.before + n }

// exceeds reports whether a time is over the limit of the set.
func (r *pass) exceeds(spent time.Duration) bool {
	return r.options.TimeLimit > 0 && spent > r.options.TimeLimit
}

// Result ends the pass and returns its result.
func (r *pass) Result() *SetResult {
	r.watchdog.Stop()
	r.setResult.close()
	return r.setResult
}
