package results

import (
	"cmp"
	"time"

	"gridjudge/harness/stats"
)

// PAR2Meaning says what PAR2 is, in the notes of tables and in help texts.
const PAR2Meaning = "the sum over the sets of the median time of a pass. On a set with unsolved cases it is the time of the solved ones, plus 2 x (time limit of the set / number of its cases) for each unsolved one, or plus nothing if there is no limit"

// AtMostMeaning says what the sign of PAR2.Mark is.
const AtMostMeaning = "≤: only the time of all cases together is known. PAR2 includes the time of the unsolved ones then"

// PAR2 is a term of that sum, or the sum.
type PAR2 struct {
	NS     float64 `json:"par2_ns"`
	AtMost bool    `json:"par2_at_most,omitempty"` // only the time of all cases together is known: NS includes all of it
}

// Plus returns the sum of two terms.
func (p PAR2) Plus(other PAR2) PAR2 { return PAR2{p.NS + other.NS, p.AtMost || other.AtMost} }

// Mark returns a text of the number with a sign in front if the sum is at most so large.
func (p PAR2) Mark(number string) string {
	if p.AtMost {
		return "≤ " + number
	}
	return number
}

// PAR2 returns the term of this result.
func (r *Result) PAR2() PAR2 { return r.PAR2Of(r.Times()) }

// PAR2Of returns the term of the benchmark if this result is the worst of several runs, and times are those of all. If
// it is not accepted, its pass is the judged one. Of a contestant that was dropped in a round all cases are unsolved, so
// no pass counts.
func (r *Result) PAR2Of(times []float64) PAR2 {
	penalty := float64(r.penalty())
	switch {
	case r.Accepted() && len(times) > 0:
		return PAR2{NS: stats.Median(times).Center}
	case r.Passed == 0:
		return PAR2{NS: penalty}
	case r.PassedTime > 0:
		return PAR2{NS: float64(r.PassedTime) + penalty}
	}
	return PAR2{NS: float64(r.Time) + penalty, AtMost: r.Time > 0}
}

// penalty is what the unsolved cases cost.
func (r *Result) penalty() time.Duration {
	if r.Cases == 0 {
		return 0
	}
	return 2 * time.Duration(r.Cases-r.Passed) * (cmp.Or(r.Limits.Set, r.Limits.Time) / time.Duration(r.Cases))
}
