package results

import (
	"cmp"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// PAR2Meaning defines PAR2 for the notes of tables and for help texts.
const PAR2Meaning = "the sum over the sets of the median time of a pass. On a set with unsolved cases it is the time of the solved ones, plus 2 x (time limit of the set / number of its cases) for each unsolved one"

// AtMostMeaning explains the sign that PAR2.Cell puts in front of a value.
const AtMostMeaning = "≤: PAR2 may be smaller than this. Either all cases together have one time, which includes the unsolved ones; or only the elapsed time of the judged pass is known; or a file of samples does not say whether its PAR2 is exact"

// NoLimitMeaning explains why a cell has no PAR2.
const NoLimitMeaning = "PAR2 -: a case was not solved on a set without a time limit, which makes its penalty"

// PAR2 is the score of a contestant on one test set, or its sum over several sets. PAR2Meaning defines it.
type PAR2 struct {
	NS     float64 `json:"par2_ns"`
	AtMost bool    `json:"par2_at_most,omitempty"` // NS is an upper bound, see AtMostMeaning

	// NoLimit says that PAR2 is not known, because a case was not solved on a set without a time limit. NS does not
	// have the penalty of such a set.
	NoLimit bool `json:"par2_no_limit,omitempty"`
}

// Plus returns the sum of two terms.
func (p PAR2) Plus(other PAR2) PAR2 {
	return PAR2{p.NS + other.NS, p.AtMost || other.AtMost, p.NoLimit || other.NoLimit}
}

// Cell returns PAR2 as a table shows it: with ≤ in front if the true value may be smaller, and as a sign alone if it is
// not known. The text is the value as people read it; the parameter value is the same number in the unit of the text.
func (p PAR2) Cell(value float64, text string) report.Cell {
	switch {
	case p.NoLimit:
		return report.Cell{Signs: []string{NoLimitMeaning}}
	case p.AtMost:
		return report.Cell{Value: value, Text: "≤ " + text, Signs: []string{AtMostMeaning}}
	}
	return report.Cell{Value: value, Text: text}
}

// PAR2 returns the score of this result.
func (r *Result) PAR2() PAR2 { return r.PAR2Of(r.Times()) }

// PAR2Of returns the score of a benchmark that was measured in one or several runs. The receiver is the worst result of
// these runs, and the parameter times contains the times of all samples of all runs. There are two cases:
//   - If the worst result is accepted, the score is the median of the times.
//   - Otherwise the score is the penalty for the unsolved cases, plus the time that the judged pass took for the solved
//     cases. If this time is not known, the time of the whole pass is added instead. The score is then an upper bound,
//     so AtMost is true.
//
// A contestant that failed in a later round has no solved case (Drop), so its score is the penalty alone.
func (r *Result) PAR2Of(times []float64) PAR2 {
	par2 := PAR2{NS: float64(r.penalty()), NoLimit: r.Passed < r.Cases && r.setLimit() == 0}
	switch {
	case r.Accepted() && len(times) > 0:
		par2.NS = stats.Median(times).Center
	case r.Passed == 0:
	case r.PassedTime > 0:
		par2.NS += float64(r.PassedTime)
	default:
		par2.NS += float64(r.Time)
		par2.AtMost = r.Time > 0
	}
	par2.AtMost = par2.AtMost || r.bound
	return par2
}

// setLimit returns the time limit for all cases of the set, from which the penalty follows; 0 if there is none.
func (r *Result) setLimit() time.Duration { return max(cmp.Or(r.Limits.Set, r.Limits.Time), 0) }

// penalty returns the time that the unsolved cases cost in PAR2.
func (r *Result) penalty() time.Duration {
	if r.Cases == 0 {
		return 0
	}
	return 2 * time.Duration(r.Cases-r.Passed) * (r.setLimit() / time.Duration(r.Cases))
}
