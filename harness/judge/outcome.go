package judge

import (
	"cmp"
	"fmt"
	"time"

	"gridjudge/harness/sandbox"
)

// Outcome is what one pass of a contestant over a test set showed. Its size does not depend on the number of cases.
type Outcome struct {
	Verdict Verdict `json:"verdict"`
	Limits  Limits  `json:"limits,omitzero"`

	// Failed is the number of the first case that is not accepted, counted from 1, and Line is its line in the user's
	// file. Both are 0 if all cases were accepted, or if the failure does not belong to a single case.
	//
	// Facts holds the facts that decided the verdict. If each case was run by itself, these are the facts of the case
	// Failed, with one difference: their times are sums over all cases up to it, because the limits apply to these
	// sums.
	Failed int   `json:"failed,omitempty"`
	Line   int   `json:"line,omitempty"`
	Facts  Facts `json:"facts"`

	// Contradicted is the first case whose stored answer is contradicted by an answer that was checked, or nil.
	Contradicted *Case `json:"-"`

	Cases  int   `json:"cases"`
	Passed int   `json:"passed"` // accepted cases
	Tally  Tally `json:"tally"`  // verdicts of all cases; a case that was not run is NotJudged

	// PassedTime is the sum of the times of the cases in Passed. It is set only if some other case did not pass, and
	// if each case was timed by itself.
	PassedTime time.Duration `json:"passed_ns,omitempty"`

	// Time is the time of the whole pass. For a solver it is wall time; for a program it is processor time, and Wall is
	// the elapsed time.
	//
	// Normally each case is timed. Time is then the sum over the cases that were run, and P50, P99 and Max are the
	// median, the 99th percentile and the maximum of the times of single cases. If one call or one process solves many
	// cases, Whole is true. Time is then the sum over the calls, or the time of the process, and P50, P99 and Max are
	// 0.
	Time  time.Duration `json:"time_ns"`
	Wall  time.Duration `json:"wall_ns,omitempty"`
	Whole bool          `json:"whole,omitempty"`
	Alone bool          `json:"alone,omitempty"` // a solver that takes batches got one case per call, because of a limit of each case
	P50   time.Duration `json:"p50_ns,omitempty"`
	P99   time.Duration `json:"p99_ns,omitempty"`
	Max   time.Duration `json:"max_ns,omitempty"`

	// Stopped is true if a case was stopped before it was solved, for example by a limit (see Facts.Stopped). Nobody
	// knows how long this case would have taken, so Time, Max and the memory are lower bounds. P50 and P99 may still be
	// exact: if all stopped cases already took longer than P50, their real times cannot change P50. P50AtLeast and
	// P99AtLeast are true if P50 and P99 are lower bounds, too.
	Stopped    bool `json:"stopped,omitempty"`
	P50AtLeast bool `json:"p50_at_least,omitempty"`
	P99AtLeast bool `json:"p99_at_least,omitempty"`

	// Unsolvable and Several apply to solvers of this process. Unsolvable counts the cases in Passed for which the
	// solver found no solution, and Several counts the cases in Passed for which it found more than one.
	Unsolvable int `json:"unsolvable,omitempty"`
	Several    int `json:"several,omitempty"`

	Nodes   uint64 `json:"nodes,omitempty"`
	Updates uint64 `json:"updates,omitempty"`

	Slowest []Slow `json:"slowest,omitempty"` // the slowest cases, the slowest first
}

// Reason says why the verdict is not AC. For a pass that was interrupted, it says how many cases were judged.
func (o *Outcome) Reason() string {
	if o.Verdict == NotJudged && o.Facts.Ran {
		return fmt.Sprintf("%d of %d cases were judged", o.Cases-o.Tally[NotJudged], o.Cases)
	}
	_, reason := Derive(&o.Facts, &o.Limits)
	if o.Passed == 0 && o.Failed == 0 {
		reason += Answered(o.Verdict, &o.Facts, o.Cases)
	}
	if o.Verdict == RuntimeError || o.Verdict == WrongAnswer && o.Facts.Output == 0 {
		reason += o.Facts.LastWords
	}
	return reason
}

// FirstFailed returns the number of the first case that is not accepted, counted from 1, or 0 if all are accepted. If
// one process got all cases and failed, FirstFailed returns the first case without a right answer.
func (o *Outcome) FirstFailed() int {
	if o.Verdict == Accepted {
		return 0
	}
	return cmp.Or(o.Failed, o.Facts.Finding.Case, 1)
}

// WorstFirst is a comparison function for sorting outcomes of one contestant on the same cases. If several runs are
// shown as one, the worst run has to be shown, so that an accepted run does not hide a failure. The worst outcome comes
// first: the one with the most judge errors, then the one with the fewest cases passed, then the one with the gravest
// verdict.
func WorstFirst(a, b *Outcome) int {
	return cmp.Or(cmp.Compare(b.Tally[JudgeError], a.Tally[JudgeError]), cmp.Compare(a.Passed, b.Passed), cmp.Compare(b.Verdict, a.Verdict))
}

// NearLimit reports whether a contestant that is TLE might be in time on a machine that is up to 1.5 times as fast. Two
// conditions must hold:
//   - The contestant ended by itself in all cases. Otherwise nobody knows how long it would have taken.
//   - All cases together took at most 1.5 times the limit. This includes the cases after the first late one.
func (o *Outcome) NearLimit() bool {
	t, l := o.Facts.Time(), o.Limits.Time
	ended := o.Facts.Killed == sandbox.NotKilled && o.Facts.Signal == "" && o.Tally[NotJudged] == 0
	return o.Verdict == TimeLimit && ended && exceeds(t, l) && max(t, o.Time) <= l+l/2
}

// Columns hold one value per case of a block in each slice, in the order of the cases.
type Columns struct {
	Anew     bool    // earlier blocks do not count any more
	NS       []int64 // 0: the case was not timed by itself
	Nodes    []uint64
	Updates  []uint64
	Answers  []uint64 // for solvers: a digest of the number of solutions and of the answer
	Verdicts []Verdict
}

func (k *Columns) add(c *Case, v Verdict, own time.Duration) {
	k.NS = append(k.NS, int64(own))
	k.Nodes = append(k.Nodes, c.Nodes)
	k.Updates = append(k.Updates, c.Updates)
	k.Answers = append(k.Answers, c.Answer)
	k.Verdicts = append(k.Verdicts, v)
}
