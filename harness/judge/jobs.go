package judge

import (
	"context"
	"slices"
	"sync"
	"time"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// mostInBlock is the largest number of cases that a worker takes at a time.
const mostInBlock = 256

// jobs are the workers of a pass with Options.Jobs. Each one has a pass and a Solver of
// its own, and takes one block of a part after another.
type jobs struct {
	workers  []*worker
	outcomes []Outcome // of the part; NotJudged where the case was not run
	failed   []Outcome // failures that are of no case
	mu       sync.Mutex
}

type worker struct {
	*pass
	start int // of its block in the part
}

// newJobs makes the workers of a pass.
func newJobs(spec *solvers.Spec, o Options) *jobs {
	j := &jobs{}
	for range o.Jobs {
		w := &worker{}
		alone := o
		alone.Jobs, alone.TimesOnly, alone.Slowest = 1, true, 0
		alone.Observe = func(outcome *Outcome, f *Facts, _ *solvers.Result) { j.keep(w, *outcome, f, o.CaseLimit) }
		w.pass = newPass(spec, alone)
		j.workers = append(j.workers, w)
	}
	return j
}

// keep keeps an outcome that a worker observed. Its verdict ignores the time limit of the
// set, because that applies to the times of all workers together.
func (j *jobs) keep(w *worker, o Outcome, f *Facts, caseLimit time.Duration) {
	if o.Case == 0 {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.failed = append(j.failed, o)
		return
	}
	if !o.Final {
		o.Verdict, o.Reason = Derive(f, Limits{Case: caseLimit})
	}
	j.outcomes[w.start+o.Case-1-w.before] = o
}

// judge judges a part.
func (j *jobs) judge(ctx context.Context, cases []corpus.Case) error {
	j.outcomes = slices.Grow(j.outcomes[:0], len(cases))[:len(cases)]
	clear(j.outcomes)
	var wait sync.WaitGroup
	next := 0
	errs := make([]error, len(j.workers))
	for i, w := range j.workers {
		wait.Go(func() {
			for errs[i] == nil && !w.ended && !w.over { // over belongs to the worker, even if it was abandoned
				j.mu.Lock()
				left := len(cases) - next
				size := len(cases)/len(j.workers) + 1
				if !w.isBatch { // the last blocks are small: all workers end at almost the same time
					size = min(max(left/len(j.workers)/8, 1), mostInBlock)
				}
				size = min(size, left)
				w.start = next
				next += size
				j.mu.Unlock()
				if size == 0 {
					return
				}
				errs[i] = w.Judge(ctx, cases[w.start:w.start+size])
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// judgeJobs judges the next part with several workers, and records their outcomes in the
// order of the cases.
func (r *pass) judgeJobs(ctx context.Context, cases []corpus.Case) error {
	s := r.setResult
	s.Cases += len(cases)
	r.before += len(r.cases)
	r.cases = cases
	if r.over {
		return nil
	}
	err := r.jobs.judge(ctx, cases)
	var total time.Duration
	for _, w := range r.jobs.workers {
		r.isBatch = r.isBatch || w.isBatch
		total += w.setResult.Total
		for _, note := range w.setResult.Notes {
			if !slices.Contains(s.Notes, note) {
				s.Notes = append(s.Notes, note)
			}
		}
	}
	s.batch = r.isBatch
	if late := r.isBatch && r.exceeds(total); late || len(r.jobs.failed) > 0 {
		r.over = true
		s.withdraw()
		o := Outcome{Time: total}
		for _, f := range r.jobs.failed {
			if f.Verdict > o.Verdict {
				o.Verdict, o.Reason, o.Final = f.Verdict, f.Reason, f.Final
			}
		}
		for _, part := range slices.Concat(r.jobs.failed, r.jobs.outcomes) {
			o.Nodes, o.Updates = o.Nodes+part.Nodes, o.Updates+part.Updates
		}
		if late {
			s.exceed(&o, total)
		}
		s.Total = total
		s.record(o, false)
		r.report(&o)
		return err
	}
	if r.isBatch {
		s.Total = total
	}
	for i := range r.jobs.outcomes {
		o := r.jobs.outcomes[i]
		if r.over || o.Verdict == NotJudged {
			r.over = true
			break
		}
		o.Case = r.number(i + 1)
		if r.isBatch {
			s.record(o, false)
		} else {
			r.over = s.recordNext(&o, &r.spent, r.options.KeepGoing)
		}
		r.report(&o)
	}
	return err
}

// report reports an outcome that the workers found.
func (r *pass) report(o *Outcome) {
	if r.options.Observe != nil {
		r.options.Observe(o, &Facts{}, &solvers.Result{})
	}
}
