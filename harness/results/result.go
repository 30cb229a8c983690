package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// Result is what a contestant did on a test set. judge and bench make it, and all that ranks, tabulates, compares,
// draws or merges takes it.
type Result struct {
	Benchmark
	judge.Outcome

	Process bool `json:"process,omitempty"` // a program: timed as whole processes, start included
	PerCase bool `json:"per_case,omitempty"`

	// Unasked says that a built-in solver takes part for the ratios of programs alone, named by nobody. Where it fails,
	// that is shown, but is no fault that the exit status tells.
	Unasked bool `json:"unasked,omitempty"`

	Digest  string `json:"digest"`            // of the cases
	File    string `json:"file,omitempty"`    // the user's file, as messages name it
	Carried string `json:"-"`                 // its copy in the folder of the run
	Answers uint64 `json:"answers,omitempty"` // digest of all answers
	Jobs    int    `json:"jobs,omitempty"`    // cases judged at a time, if above 1: they disturbed each other's times

	// Solutions is the number of solutions at which a search stopped, if more than one was asked for: All of a problem that
	// asks for all. 0: the search stopped at the first one, or a program decided itself.
	Solutions uint64 `json:"solutions,omitempty"`

	// Of a program: how it ended; whether its repeats have different verdicts, and which ones, which older records do not
	// say; the limits that the machine could not enforce.
	Ending      string      `json:"ending,omitempty"`
	Unstable    bool        `json:"unstable,omitempty"`
	Repeats     judge.Tally `json:"repeats,omitempty"`
	Unprotected []string    `json:"unprotected,omitempty"`

	// Start is the processor time that a process of an accepted program takes without a case, or UnknownStart, or
	// UnrecordedStart; 0 if it was not measured.
	Start time.Duration `json:"start_ns,omitempty"`

	// Dropped is the round, from 1, in which an accepted contestant failed. Its samples do not count then, and all its
	// cases are unsolved.
	Dropped int `json:"dropped_round,omitempty"`

	Samples []*Sample `json:"-"`              // in the order of rounds; the repeats of a program are samples
	Origin  int       `json:"part,omitempty"` // index in Run.Origins

	config []benchfmt.Config // of its lines
	procs  string            // GOMAXPROCS in the name of its lines
	lacks  []string          // units that the lines of a bare file do not have
	asked  *Request          // nil if it is not recorded; of a bare file, the settings that its lines tell

	failure string // of a bare file: why the benchmark failed
}

// ByBenchmark returns the result of each benchmark.
func ByBenchmark(all []*Result) map[Benchmark]*Result {
	of := map[Benchmark]*Result{}
	for _, r := range all {
		of[r.Benchmark] = r
	}
	return of
}

// Accepted reports whether the contestant is accepted, and was whenever it was measured.
func (r *Result) Accepted() bool { return r.Verdict == judge.Accepted }

// Awaits reports whether the contestant was accepted in a run that has not ended, and has fewer samples than so many: 1
// to be shown at all, all rounds to be merged. It is no result yet then: the cold pass in which bench judges is no
// sample. (In the verb judge it is the only one.) m is the manifest of the run; nil is a bare file, which has ended.
func (r *Result) Awaits(samples int, m *Manifest) bool {
	return m != nil && m.Ended.IsZero() && r.Accepted() && len(r.Samples) < samples
}

// Rejection says in one line why a contestant was not timed; "" if it is accepted.
func (r *Result) Rejection() string {
	reason := strings.ReplaceAll(r.Reason(), "\n", "; ")
	switch {
	case r.Accepted():
		return ""
	case r.Verdict == judge.NotJudged && !r.Facts.Ran:
		return cmp.Or(r.failure, "not accepted") // a bare file knows a reason at most where go test failed
	case r.Failed > 0 && !(r.Process && r.Whole && r.Verdict != judge.PresentationError): // else the reason names the case
		reason = fmt.Sprintf("case %d: %s", r.Failed, reason)
	}
	if r.Dropped > 0 {
		reason += fmt.Sprintf(" (in round %d)", r.Dropped)
	}
	return r.Verdict.String() + ": " + reason
}

// Drop records that an accepted contestant failed: in a round, from 1, or before the first one (0), as when it was
// judged. All its cases count as unsolved.
func (r *Result) Drop(round int, why *Failure) {
	r.Dropped, r.Passed = round, 0
	r.Verdict, r.Facts, r.Failed, r.Line = why.Verdict, why.Facts, why.Case, why.Line
	r.Tally = judge.Tally{}
	r.Tally[why.Verdict] = r.Cases
}

// PassTime returns the time of a pass that counts, in nanoseconds: wall time of solving, processor time of a program.
func (r *Result) PassTime(s *Sample) float64 {
	if r.Process && s.CPU > 0 { // a foreign file may have wall times alone
		return s.PerPass(s.CPU)
	}
	return s.PerPass(s.Wall)
}

// TimeUnit returns the unit in which times of two results are compared. It is processor time, if every sample of both has
// a positive one, because it does not count other programs. Otherwise it is wall time: some systems count processor time
// in ticks, and a short program can take less than a tick. A choice for each pair is possible because only two results
// are compared. Tables and rankings of many solvers use the time that all of them have (PassTime).
func TimeUnit(old, new *Result) string {
	for _, r := range []*Result{old, new} {
		if len(r.Samples) == 0 || slices.ContainsFunc(r.Samples, func(s *Sample) bool { return s.CPU <= 0 }) {
			return UnitWall
		}
	}
	return UnitCPU
}

// TimesIn lists the times of the samples in a TimeUnit, in nanoseconds a pass.
func (r *Result) TimesIn(unit string) []float64 {
	all := make([]float64, len(r.Samples))
	for i, s := range r.Samples {
		spent := s.Wall
		if unit == UnitCPU {
			spent = s.CPU
		}
		all[i] = s.PerPass(spent)
	}
	return all
}

// Times lists the times of an accepted result, in nanoseconds, if any are known.
func (r *Result) Times() []float64 {
	if !r.Accepted() || len(r.Samples) == 0 && r.Time == 0 {
		return nil
	}
	return r.PassTimes()
}

// PassTimes lists the times of the samples by PassTime, whatever the verdict; without samples, that of the judged pass.
func (r *Result) PassTimes() (times []float64) {
	if len(r.Samples) == 0 {
		return []float64{float64(r.Time)}
	}
	for _, s := range r.Samples {
		times = append(times, r.PassTime(s))
	}
	return times
}

// PeakRSS returns the largest resident memory of a program's processes in bytes.
func (r *Result) PeakRSS() int64 {
	peak := r.Facts.PeakRSS
	for _, s := range r.Samples {
		peak = max(peak, s.RSS)
	}
	return peak
}

// Sample is one measurement of one benchmark: a line of solve.bench.
type Sample struct {
	Round  int // from 0
	Passes int // in this sample, or in this part of one

	Wall, CPU      time.Duration // sums over all passes
	P50, P99       time.Duration // of the cases solved alone; 0 if they were not timed
	Nodes, Updates uint64        // per pass
	Bytes, Allocs  uint64        // per pass, rounded down as package testing does
	RSS            int64         // peak resident bytes of a program
	Forced         int64         // context switches that the kernel forced
}

// Join adds another part of the same sample to s.
func (s *Sample) Join(part *Sample) {
	passes := s.Passes + part.Passes
	perPass := func(a, b uint64) uint64 {
		return (a*uint64(s.Passes) + b*uint64(part.Passes)) / uint64(max(passes, 1))
	}
	s.Bytes, s.Allocs = perPass(s.Bytes, part.Bytes), perPass(s.Allocs, part.Allocs)
	s.Wall, s.CPU, s.Forced = s.Wall+part.Wall, s.CPU+part.CPU, s.Forced+part.Forced
	s.RSS = max(s.RSS, part.RSS)
	s.Passes = passes
	if part.P50 > 0 {
		s.P50, s.P99 = part.P50, part.P99
	}
}

// PerPass returns the mean of one pass in nanoseconds, rounded to a hundredth.
func (s *Sample) PerPass(total time.Duration) float64 {
	return math.Round(float64(total)/float64(max(s.Passes, 1))*100) / 100
}

// SetCaseTimes sets the quantiles of the times of single cases, by the rule of package stats.
func (s *Sample) SetCaseTimes(times []int64) {
	if slices.Max(times) > 0 {
		s.P50 = time.Duration(math.Round(stats.Quantile(times, 0.5)))
		s.P99 = time.Duration(math.Round(stats.Quantile(times, 0.99)))
	}
}

// Failure is the error of a Sampler whose contestant fails while it is measured.
type Failure struct {
	Verdict judge.Verdict `json:"verdict"`
	Case    int           `json:"case,omitempty"` // that failed, from 1; 0 if the failure is of no single case
	Line    int           `json:"line,omitempty"` // of that case in the file of the user; 0 if it is not known
	Facts   judge.Facts   `json:"facts"`
}

// NewFailure returns the failure of a contestant with these facts, on a case from 1 or on none.
func NewFailure(number int, facts judge.Facts) *Failure {
	v, _ := judge.Derive(&facts, &judge.Limits{})
	return &Failure{Verdict: v, Case: number, Facts: facts}
}

// Error returns the verdict and its reason.
func (f *Failure) Error() string {
	_, reason := judge.Derive(&f.Facts, &judge.Limits{})
	return f.Verdict.String() + ": " + reason
}

// With returns a list that has more, each once.
func With[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// PAR2Meaning says what PAR2 is, in the notes of tables and in help texts.
const PAR2Meaning = "the sum over the sets of the median time of a pass. On a set with unsolved cases it is the time of the solved ones, plus 2 x (time limit of the set / number of its cases) for each unsolved one"

// AtMostMeaning says what the sign of PAR2.Mark is.
const AtMostMeaning = "≤: PAR2 is at most this: either all cases together have one time, which includes that of the unsolved cases, or the processor time of the judged pass is not known, so that its elapsed time stands for it"

// NoLimitMeaning says why there is no PAR2.
const NoLimitMeaning = "PAR2 -: a case was not solved on a set without a time limit, which makes its penalty"

// PAR2 is a term of that sum, or the sum.
type PAR2 struct {
	NS     float64 `json:"par2_ns"`
	AtMost bool    `json:"par2_at_most,omitempty"` // only the time of all cases together is known: NS includes all of it

	// NoLimit: a case was not solved on a set without a time limit, so PAR2 is not known. NS is without its penalty.
	NoLimit bool `json:"par2_no_limit,omitempty"`
}

// Plus returns the sum of two terms.
func (p PAR2) Plus(other PAR2) PAR2 {
	return PAR2{p.NS + other.NS, p.AtMost || other.AtMost, p.NoLimit || other.NoLimit}
}

// Cell returns PAR2 as text says it, with a sign in front if it is at most so large. The value is in the unit of the text.
func (p PAR2) Cell(value float64, text string) report.Cell {
	switch {
	case p.NoLimit:
		return report.Cell{Signs: []string{NoLimitMeaning}}
	case p.AtMost:
		return report.Cell{Value: value, Text: "≤ " + text, Signs: []string{AtMostMeaning}}
	}
	return report.Cell{Value: value, Text: text}
}

// PAR2 returns the term of this result.
func (r *Result) PAR2() PAR2 { return r.PAR2Of(r.Times()) }

// PAR2Of returns the term of the benchmark if this result is the worst of several runs, and times are those of all. If
// it is not accepted, its pass is the judged one. Of a contestant that was dropped in a round all cases are unsolved, so
// no pass counts.
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
	return par2
}

// setLimit returns the time limit for all cases, from which the penalty is computed; 0 is none.
func (r *Result) setLimit() time.Duration { return cmp.Or(r.Limits.Set, r.Limits.Time) }

// penalty is what the unsolved cases cost.
func (r *Result) penalty() time.Duration {
	if r.Cases == 0 {
		return 0
	}
	return 2 * time.Duration(r.Cases-r.Passed) * (r.setLimit() / time.Duration(r.Cases))
}
