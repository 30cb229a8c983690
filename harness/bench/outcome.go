package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"sync/atomic"
	"time"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// outcome is what a contestant answered when it was judged; every later pass
// must repeat it.
type outcome struct {
	solutions int
	effort    results.Counters
	answer    solvers.Grid
}

func outcomeOf(r *solvers.Result) outcome {
	return outcome{r.Solutions, results.Counters{Nodes: r.Nodes, Updates: r.Updates}, bytes.Clone(r.First)}
}

// differs says how r departs from the outcome; it allocates only then.
func (o *outcome) differs(r *solvers.Result) error {
	switch {
	case r.Stopped != solvers.Finished:
		return fmt.Errorf("the search ended early: %s", r.Stopped)
	case r.Solutions != o.solutions:
		return fmt.Errorf("%d solutions, when judged %d", r.Solutions, o.solutions)
	case !bytes.Equal(r.First, o.answer):
		return fmt.Errorf("another answer than when judged")
	case r.Nodes != o.effort.Nodes || r.Updates != o.effort.Updates:
		return fmt.Errorf("%d nodes and %d updates, when judged %d and %d", r.Nodes, r.Updates, o.effort.Nodes, o.effort.Updates)
	}
	return nil
}

// digest covers the number of solutions and the answer of every case.
func digest(outcomes []outcome) uint64 {
	h := fnv.New64a()
	for i := range outcomes {
		var count [8]byte
		binary.LittleEndian.PutUint64(count[:], uint64(outcomes[i].solutions))
		h.Write(count[:])
		h.Write(outcomes[i].answer)
	}
	return h.Sum64()
}

// scribble is what an answer holds before a pass: a digit of no grid, so that
// an answer left over from the pass before is seen.
const scribble = 0xFF

// wipe forgets what the results held.
func wipe(results []solvers.Result) {
	for i := range results {
		first := results[i].First
		first = first[:cap(first)]
		for j := range first {
			first[j] = scribble
		}
		results[i] = solvers.Result{First: first[:0]}
	}
}

// judged is the outcome of the pass before all measuring.
type judged struct {
	outcomes []outcome // nil where the cell was not accepted
	solved   int
	spent    results.ClockReading
	reason   string // why not accepted
}

// patience is how many times the limit may pass on the wall before a pass is
// ended: the limit holds for processor time, which a busy machine gives slowly.
const patience = 3

// qualify makes one pass, which ends at the workload's limit of processor time,
// at patience times that on the wall, and at the end of ctx. It is not timed for
// a result; its time only chooses how many passes a sample takes.
func qualify(ctx context.Context, w *Workload, s solvers.Solver, clock Clock) (j judged, err error) {
	var cancel atomic.Bool
	limits := solvers.Limits{Cancel: &cancel}
	defer context.AfterFunc(ctx, func() { cancel.Store(true) })()
	if w.Limit > 0 {
		defer time.AfterFunc(patience*w.Limit, func() { cancel.Store(true) }).Stop()
	}
	results := make([]solvers.Result, len(w.Puzzles))
	ran := 0 // cases that were run in time
	start := clock.Read()
	late := func() bool {
		j.spent = clock.Read().Sub(start)
		return cancel.Load() || w.Limit > 0 && j.spent.CPU > w.Limit
	}
	defer func() {
		if p := recover(); p != nil {
			j.reason = fmt.Sprintf("RE: %s: panic: %v", w.Case(ran), p)
			err = nil
		}
	}()
	if b, ok := s.(solvers.BatchSolver); ok {
		b.SolveBatch(w.Puzzles, limits, results)
		if !late() {
			ran = len(results)
		}
	} else {
		for i := range w.Puzzles {
			s.Solve(w.Puzzles[i], limits, &results[i])
			if late() {
				break
			}
			ran = i + 1
		}
	}
	if ctx.Err() != nil {
		return j, ctx.Err()
	}
	outcomes := make([]outcome, ran)
	for i := range outcomes {
		r := &results[i]
		fault := w.Check(i, r)
		if r.Stopped != solvers.Finished {
			fault = fmt.Errorf("the search ended early: %s", r.Stopped)
		}
		if fault != nil {
			j.note("WA: %s: %v", w.Case(i), fault)
			continue
		}
		j.solved++
		outcomes[i] = outcomeOf(r)
	}
	if ran < len(results) {
		j.note("TLE: %s: the set's limit of %v struck", w.Case(ran), w.Limit)
	}
	if j.reason == "" {
		j.outcomes = outcomes
	}
	return j, nil
}

// note keeps the first reason.
func (j *judged) note(format string, args ...any) {
	if j.reason == "" {
		j.reason = fmt.Sprintf(format, args...)
	}
}

// panicked is a contestant that panicked.
type panicked struct{ value any }

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// caught makes a panic of the contestant an error.
func caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicked{p}
		}
	}()
	return f()
}

// verdict is err as the reason of a rejection.
func verdict(err error) string {
	if p := new(panicked); errors.As(err, &p) {
		return "RE: " + err.Error()
	}
	return "WA: " + err.Error()
}

// par2 is the penalised time of a rejected cell: what it spent, and for every
// unsolved case twice the limit of a case.
func par2(w *Workload, j *judged) time.Duration {
	n := len(w.Puzzles)
	if n == 0 {
		return 0
	}
	return min(j.spent.Wall, w.Limit) + time.Duration(n-j.solved)*2*w.Limit/time.Duration(n)
}
