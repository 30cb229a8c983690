package judge

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
)

// Outcome is the result of one contestant on one case, or on the whole set if all
// cases were solved in one call.
type Outcome struct {
	Case    int     `json:"case"` // from 1; 0 for the whole set
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"`

	Time      time.Duration `json:"time_ns"` // of solving alone; 0 if not known for the case
	Solutions int           `json:"solutions"`
	Nodes     uint64        `json:"nodes"`
	Updates   uint64        `json:"updates"`

	// Line is the line of the file in which the puzzle starts; 0 for an embedded set.
	Line int `json:"-"`

	// Final is set in two cases: the solver did not stop when cancelled, or the judge panicked. Such an outcome ends
	// the pass, and its verdict stays whatever the time limit is.
	Final bool `json:"final,omitempty"`
}

// SetResult is the result of one contestant on one test set.
type SetResult struct {
	Set      *testset.TestSet `json:"-"`
	Solver   string
	Limits   Limits
	Expected Verdict // declared in sets.toml, AC if nothing is

	Verdict Verdict
	Cases   int
	Passed  int   // cases Accepted
	Tally   Tally // verdicts of all cases; those not run are NotJudged

	// Failed is the first case that is not Accepted, nil if there is none.
	Failed *Outcome

	// Total is the time of one pass: the sum over the cases that were run, or the
	// time of the one batch call. Of a program it is cpu time.
	Total time.Duration

	// Timed are the cases that were timed by themselves, in order: none in a batch, nor
	// if a program solves all cases in one process.
	Timed []Outcome

	// Nodes and Updates are sums over the cases that were run.
	Nodes, Updates uint64

	// Late reports whether the time exceeds the limit by at most half.
	Late bool

	// Runs describes the processes of a program; nil for a solver of this process.
	Runs *Runs

	// Jobs is the number of cases judged at a time, if it is above 1. The cases disturbed
	// each other's times then, so these times are not compared with other times.
	Jobs int `json:",omitempty"`

	// Notes are facts that a reader must know in addition to the figures.
	Notes []string

	// Machines holds the part of the result of each machine, if there were several; the part of a machine that judged
	// no case is nil.
	Machines []*SetResult `json:"-"`

	batch bool // all cases were solved in one call

	// With Options.TimesOnly: the times of all cases, and the outcomes of the slowest
	// cases, the slowest first.
	times   *stats.Durations
	slowest []Outcome
}

// Runs are the repeats of a program on a test set. The SetResult describes one repeat: the
// first one with JE; otherwise the first one with an unexpected verdict; otherwise the one
// with the median time.
type Runs struct {
	CPU      []time.Duration // cpu time of each repeat, ascending
	PeakRSS  int64           // of the largest process of the described repeat, in bytes
	Ending   string          // how the first failed process ended; if none failed, how all ended
	Unstable bool            // the repeats have different verdicts

	// Unprotected lists the limits that the machine could not enforce.
	Unprotected string
}

// Median returns the median cpu time of the repeats.
func (r *Runs) Median() time.Duration { return time.Duration(stats.Quantile(r.CPU, 0.5)) }

// Quantile returns the q-quantile of the times of single cases, and false if single
// cases were not timed.
func (s *SetResult) Quantile(q float64) (time.Duration, bool) {
	if s.times != nil {
		return time.Duration(s.times.Quantile(q)), s.times.Len() > 0
	}
	times := make([]time.Duration, len(s.Timed))
	for i := range s.Timed {
		times[i] = s.Timed[i].Time
	}
	return time.Duration(stats.Quantile(times, q)), len(times) > 0
}

// Margin returns the time limit over the time used; 0 if there is no limit.
func (s *SetResult) Margin() float64 {
	if s.Limits.Time == 0 || s.Total == 0 {
		return 0
	}
	return float64(s.Limits.Time) / float64(s.Total)
}

// PAR2Meaning says what PAR2 is, in the notes of tables and in help texts.
const PAR2Meaning = "the sum over the sets of the median time of a pass; an unsolved case costs 2 x (time limit of its set / number of cases of the set)"

// PAR2 returns the term of this set in the sum PAR2 (see PAR2Meaning).
func (s *SetResult) PAR2() time.Duration {
	if s.Cases == 0 {
		return 0
	}
	return s.Total + 2*time.Duration(s.Cases-s.Passed)*(s.Limits.Time/time.Duration(s.Cases))
}

// AsExpected reports whether the verdict is the declared one. If TLE is declared and the
// user has widened the time limit of the set, AC is as expected, too.
func (s *SetResult) AsExpected() bool {
	return s.Verdict == s.Expected ||
		s.Expected == TimeLimit && s.Verdict == Accepted && s.Set.Loosened
}

// Compare orders results on one set, the better first: Accepted before failed,
// then by cases passed, then by PAR2 if one machine took all times.
func (s *SetResult) Compare(o *SetResult) int {
	better := cmp.Or(
		cmp.Compare(failing(s.Verdict), failing(o.Verdict)),
		-cmp.Compare(s.Passed, o.Passed),
	)
	if better == 0 && s.Machines == nil && o.Machines == nil {
		better = cmp.Compare(s.PAR2(), o.PAR2())
	}
	return cmp.Or(better, cmp.Compare(s.Solver, o.Solver))
}

func failing(v Verdict) int {
	if v == Accepted {
		return 0
	}
	return 1
}

// Rank sorts the results on one set, the best first.
func Rank(results []*SetResult) {
	slices.SortStableFunc(results, (*SetResult).Compare)
}

// Best returns the least total time of the Accepted results, 0 if there are none.
func Best(results []*SetResult) (best time.Duration) {
	for _, s := range results {
		if s.Verdict == Accepted && (best == 0 || s.Total < best) {
			best = s.Total
		}
	}
	return best
}

// record adds the outcome of a case that was run, in corpus order.
func (s *SetResult) record(o Outcome, timed bool) {
	s.Tally[o.Verdict]++
	if o.Verdict == Accepted {
		s.Passed++
	} else if s.Failed == nil {
		first := o // only a case that failed is to be allocated
		s.Failed = &first
	}
	if timed {
		s.addTimed(o)
	}
	s.Nodes += o.Nodes
	s.Updates += o.Updates
}

// addTimed adds the time of a single case.
func (s *SetResult) addTimed(o Outcome) {
	s.Total += o.Time
	if s.times == nil {
		s.Timed = append(s.Timed, o)
		return
	}
	s.times.Add(o.Time)
	if n := len(s.slowest); n < cap(s.slowest) {
		s.slowest = append(s.slowest, o)
	} else if n == 0 || o.Time <= s.slowest[n-1].Time {
		return
	}
	i := len(s.slowest) - 1
	for ; i > 0 && s.slowest[i-1].Time < o.Time; i-- {
		s.slowest[i] = s.slowest[i-1]
	}
	s.slowest[i] = o
}

// slowestCases returns the n slowest cases, the slowest first; cases of equal times are
// in order.
func (s *SetResult) slowestCases(n int) []Outcome {
	cases := s.slowest
	if s.times == nil {
		cases = slices.SortedStableFunc(slices.Values(s.Timed), func(x, y Outcome) int { return cmp.Compare(y.Time, x.Time) })
	}
	return cases[:min(n, len(cases))]
}

// caseName names the case of an outcome for people.
func (s *SetResult) caseName(o *Outcome) string {
	if o.Case > 0 && o.Line > 0 && s.Set.Embedded == nil {
		return fmt.Sprintf("%s:%d", s.Set.File, o.Line)
	}
	return s.Set.CaseName(o.Case)
}

// close counts the cases that were not run and sets the verdict.
func (s *SetResult) close() {
	run := 0
	for _, n := range s.Tally {
		run += n
	}
	s.Tally[NotJudged] += max(s.Cases-run, 0)
	switch {
	case s.Failed != nil:
		s.Verdict = s.Failed.Verdict
	case s.Passed == s.Cases && s.Cases > 0:
		s.Verdict = Accepted
	default:
		s.Verdict = NotJudged
	}
}

// Expected returns the verdict that a test set declares for a contestant.
func Expected(set *testset.TestSet, contestant string) Verdict {
	if set.Embedded != nil {
		if v, err := ParseVerdict(set.Embedded.Expect[contestant]); err == nil {
			return v
		}
	}
	return Accepted
}

// Failed returns the result of a contestant that could not be judged on a set
// because of an internal error.
func Failed(set *testset.TestSet, solver string, err error) *SetResult {
	s := &SetResult{Set: set, Solver: solver, Expected: Accepted, Cases: 1}
	s.record(Outcome{Verdict: JudgeError, Reason: err.Error()}, false)
	s.close()
	return s
}
