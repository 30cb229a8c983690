package bench

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// outcome is the answer of a contestant to one case when it was judged. Every later pass
// must repeat the answer.
type outcome struct {
	verdict   judge.Verdict
	time      time.Duration // 0 if the case was not timed by itself
	solutions uint64
	counters  results.Counters
	answer    solvers.Grid
}

func outcomeOf(o *judge.Outcome, r *solvers.Result) outcome {
	return outcome{
		verdict: o.Verdict, time: o.Time, solutions: r.Solutions,
		counters: results.Counters{Nodes: o.Nodes, Updates: o.Updates}, answer: bytes.Clone(r.First),
	}
}

// verify returns an error if r differs from the outcome. Without an error it allocates
// nothing.
func (o *outcome) verify(r *solvers.Result) error {
	switch {
	case r.Stopped != solvers.Finished:
		return fmt.Errorf("the search ended early: %s", r.Stopped)
	case r.Solutions != o.solutions:
		return fmt.Errorf("%d solutions, when judged %d", r.Solutions, o.solutions)
	case !bytes.Equal(r.First, o.answer):
		return errors.New("another answer than when judged")
	case r.Nodes != o.counters.Nodes || r.Updates != o.counters.Updates:
		return fmt.Errorf("%d nodes and %d updates, when judged %d and %d", r.Nodes, r.Updates, o.counters.Nodes, o.counters.Updates)
	}
	return nil
}

// digest covers the number of solutions and the answer of every case.
func digest(outcomes []outcome) uint64 {
	h := fnv.New64a()
	for i := range outcomes {
		var count [8]byte
		binary.LittleEndian.PutUint64(count[:], outcomes[i].solutions)
		h.Write(count[:])
		h.Write(outcomes[i].answer)
	}
	return h.Sum64()
}

// sentinel fills the answers before a pass. It is a digit of no grid: a solver that writes
// nothing is noticed, although the answer of the pass before would be right.
const sentinel = 0xFF

// fillWithSentinel overwrites the results before a pass.
func fillWithSentinel(results []solvers.Result) {
	for i := range results {
		first := results[i].First
		first = first[:cap(first)]
		for j := range first {
			first[j] = sentinel
		}
		results[i] = solvers.Result{First: first[:0]}
	}
}

// recoverPanic returns a panic of the contestant as a Rejection.
func recoverPanic(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &results.Rejection{Verdict: judge.RuntimeError, Reason: fmt.Sprintf("panic: %v", p)}
		}
	}()
	return call()
}

// wrong returns the Rejection of a contestant whose answer to case i, counted from 0, is not accepted.
func wrong(i int, format string, args ...any) error {
	return &results.Rejection{Verdict: judge.WrongAnswer, Case: i + 1, Reason: fmt.Sprintf(format, args...)}
}

// inRound adds the round, counted from 0, to the reason of a Rejection.
func inRound(round int, err error) error {
	if r := new(results.Rejection); errors.As(err, &r) {
		return &results.Rejection{Verdict: r.Verdict, Case: r.Case, Reason: fmt.Sprintf("round %d: %s", round+1, r.Reason)}
	}
	return err
}
