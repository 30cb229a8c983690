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

	// Failed is the first case that is not accepted, from 1, and Line its line in the file of the user. Both are 0 if all
	// cases were accepted, and if the failure is of no single case. Facts are those that decided: of that case, with the
	// times of all cases up to it.
	Failed int   `json:"failed,omitempty"`
	Line   int   `json:"line,omitempty"`
	Facts  Facts `json:"facts"`

	Cases  int   `json:"cases"`
	Passed int   `json:"passed"` // cases Accepted
	Tally  Tally `json:"tally"`  // verdicts of all cases; those not run are NotJudged

	// PassedTime is the time of the cases in Passed, if some of the others did not pass and each case was timed by itself.
	PassedTime time.Duration `json:"passed_ns,omitempty"`

	// Time is the time of the pass: the sum over the cases that were run, or the time of the one call for all cases
	// (Whole). Of a program it is processor time, and Wall the elapsed time. P50, P99 and Max are of the times of single
	// cases; they are 0 if Whole.
	Time  time.Duration `json:"time_ns"`
	Wall  time.Duration `json:"wall_ns,omitempty"`
	Whole bool          `json:"whole,omitempty"`
	P50   time.Duration `json:"p50_ns,omitempty"`
	P99   time.Duration `json:"p99_ns,omitempty"`
	Max   time.Duration `json:"max_ns,omitempty"`

	// Of the cases in Passed a solver of this process found so many to have no solution, and so many to have several.
	Unsolvable int `json:"unsolvable,omitempty"`
	Several    int `json:"several,omitempty"`

	Nodes   uint64 `json:"nodes,omitempty"`
	Updates uint64 `json:"updates,omitempty"`

	Slowest []Slow `json:"slowest,omitempty"` // the slowest cases, the slowest first
}

// Reason says why the verdict is not AC.
func (o *Outcome) Reason() string {
	if o.Verdict == NotJudged && o.Facts.Ran {
		return fmt.Sprintf("%d of %d cases were judged", o.Cases-o.Tally[NotJudged], o.Cases)
	}
	_, reason := Derive(&o.Facts, &o.Limits)
	if o.Passed == 0 && o.Failed == 0 {
		reason += Answered(o.Verdict, &o.Facts, o.Cases)
	}
	if o.Verdict == RuntimeError {
		reason += o.Facts.LastWords
	}
	return reason
}

// FirstFailed returns the first case that is not accepted, from 1; 0 if all are. Of a process that had all cases and
// did not end well, it is the first without a right answer.
func (o *Outcome) FirstFailed() int {
	if o.Verdict == Accepted {
		return 0
	}
	return cmp.Or(o.Failed, o.Facts.Finding.Case, 1)
}

// WorstFirst orders outcomes of one contestant on the same cases, the worst first: more judge errors, then fewer cases
// passed, then the graver verdict. Where several runs are shown as one, the worst of them is: an accepted run hides no
// failure.
func WorstFirst(a, b *Outcome) int {
	return cmp.Or(cmp.Compare(b.Tally[JudgeError], a.Tally[JudgeError]), cmp.Compare(a.Passed, b.Passed), cmp.Compare(b.Verdict, a.Verdict))
}

// NearLimit reports whether the contestant ended by itself, and the time of all cases exceeds the limit by at most half: on
// a faster machine the verdict may be another one.
func (o *Outcome) NearLimit() bool {
	t, l := o.Facts.Time(), o.Limits.Time
	ended := o.Facts.Killed == sandbox.NotKilled && o.Facts.Signal == "" && o.Tally[NotJudged] == 0
	return o.Verdict == TimeLimit && ended && exceeds(t, l) && t <= l+l/2
}

// Columns have a value for each case of a block, in order.
type Columns struct {
	Anew     bool    // what the columns of earlier blocks say does not count any more
	NS       []int64 // 0: not timed by itself
	Nodes    []uint64
	Updates  []uint64
	Answers  []uint64 // of solvers: a digest of the number of solutions and of the answer
	Verdicts []Verdict
}
