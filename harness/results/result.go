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
	"gridjudge/harness/stats"
)

// Result says what a contestant did on a test set. The verbs judge and bench make results. Everything that ranks,
// tabulates, compares, draws or merges them takes this type.
type Result struct {
	Benchmark
	judge.Outcome

	Process bool `json:"process,omitempty"` // the contestant is a program: it is timed as whole processes, start included
	PerCase bool `json:"per_case,omitempty"`

	// Unasked says that nobody named this built-in solver: it takes part only so that programs have something to be
	// compared with. If it fails, the failure is shown, but it does not change the exit status.
	Unasked bool `json:"unasked,omitempty"`

	Digest  string `json:"digest"`            // digest of the cases
	File    string `json:"file,omitempty"`    // the user's file, as messages name it
	Carried string `json:"-"`                 // the copy of File in the folder of the run
	Answers uint64 `json:"answers,omitempty"` // digest of all answers
	Jobs    int    `json:"jobs,omitempty"`    // cases judged at a time, if more than 1: they disturb each other's times

	// Solutions records how the user set --solutions, which says after how many solutions a search stops:
	//   - 0: the user gave no number, or 1. For a program it is always 0, because a program decides by itself when it
	//     stops.
	//   - 2 or more: the user gave this number.
	//   - All: the user gave 2 or more, but the problem asks for the number of all solutions, so each search counted
	//     all of them.
	Solutions uint64 `json:"solutions,omitempty"`

	// The following fields are only set if the contestant is a program:
	//   - Ending says how the program ended.
	//   - Unstable is true if the repeats of the program got different verdicts. Repeats then says how many repeats got
	//     each verdict. (Older records do not contain Repeats.)
	//   - Unprotected lists the limits that the machine could not enforce.
	//   - Format is the problem in whose format the program got the cases, if it is not the problem of the set.
	Ending      string      `json:"ending,omitempty"`
	Unstable    bool        `json:"unstable,omitempty"`
	Repeats     judge.Tally `json:"repeats,omitempty"`
	Unprotected []string    `json:"unprotected,omitempty"`
	Format      string      `json:"format,omitempty"`

	// CountersFault says why the counters of a program are not used in some of its repeats, or in all of them.
	CountersFault string `json:"counters_fault,omitempty"`

	// Start is the processor time of a process of an accepted program on an input without a case. It is UnknownStart or
	// UnrecordedStart if that time is not known, and 0 if it was not measured.
	Start time.Duration `json:"start_ns,omitempty"`

	notStart bool // Start cannot be the time of a start (SettleStarts)

	// Dropped is the round, counted from 1, in which an accepted contestant failed; 0 if it did not fail in a round.
	// After such a failure its samples do not count, and all its cases are unsolved.
	Dropped int `json:"dropped_round,omitempty"`

	Samples  []*Sample `json:"-"`                  // in the order of rounds; in judge, each repeat of a program is a sample
	Repeated []*Sample `json:"repeated,omitempty"` // Samples of a rejected program, for which solve.bench has no line with a time
	Origin   int       `json:"part,omitempty"`     // index in Run.Origins of the shard that it comes from

	config []benchfmt.Config // configuration of its lines
	procs  string            // GOMAXPROCS as the names of its lines have it
	lacks  []string          // units that its lines do not have, if it comes from a bare file
	asked  *Request          // nil if it is not recorded; from a bare file, the settings that its lines tell

	failure string // why the benchmark failed, if it comes from a bare file
	bound   bool   // its PAR2 may be an upper bound, because it comes from a bare file, which does not say that
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

// Awaits reports whether the contestant still has to be measured. This is so if three conditions are true:
//   - The contestant is accepted.
//   - The run has not ended yet. If the result comes from a bare file, m is nil, and the run counts as ended.
//   - The result has fewer samples than the parameter samples. Merge passes the number of rounds, and the other callers
//     pass 1.
//
// In a run of bench, an accepted contestant may have no sample yet, because it is first judged in a cold pass, which is
// not a sample. The verb judge makes no other pass, so it records its pass as a sample.
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
		return cmp.Or(r.failure, "not accepted") // a bare file only knows a reason if go test failed
	case r.Failed > 0 && !(r.Process && r.Whole && r.Verdict != judge.PresentationError): // else the reason names the case
		reason = fmt.Sprintf("case %d: %s", r.Failed, reason)
	}
	if r.Dropped > 0 {
		reason += fmt.Sprintf(" (in round %d)", r.Dropped)
	}
	return r.Verdict.String() + ": " + reason
}

// Drop turns an accepted result into a failure, because the contestant failed while it was measured. It stores the
// verdict and the facts of the failure in the result, and counts all cases as unsolved. The parameter round is the
// round of the failure, counted from 1, or 0 if the contestant failed before the first round. With round 0, the result
// looks like the result of a contestant that already failed in the judged pass.
func (r *Result) Drop(round int, why *Failure) {
	r.Dropped, r.Passed = round, 0
	r.Verdict, r.Facts, r.Failed, r.Line = why.Verdict, why.Facts, why.Case, why.Line
	r.Tally = judge.Tally{}
	r.Tally[why.Verdict] = r.Cases
}

// PassTime returns the time of one pass by which contestants are ranked, in nanoseconds: the wall time of solving for a
// built-in solver, and the processor time for a program.
func (r *Result) PassTime(s *Sample) float64 {
	if r.Process && s.CPU > 0 { // files of other tools may only have wall times
		return s.PerPass(s.CPU)
	}
	return s.PerPass(s.Wall)
}

// TimeUnit returns the unit in which the times of two results are compared. Processor time is preferred, because it
// does not contain the work of other programs. It is used if every sample of both results has a positive processor
// time. Otherwise wall time is used. That happens, for example, if a system counts processor time in ticks, and a short
// program takes less than a tick, so that its processor time is 0.
//
// Each pair may use its own unit, because only two results are compared with each other. Tables and rankings compare
// many solvers, so they use the time that all of them have (PassTime).
func TimeUnit(old, new *Result) string {
	for _, r := range []*Result{old, new} {
		if len(r.Samples) == 0 || slices.ContainsFunc(r.Samples, func(s *Sample) bool { return s.CPU <= 0 }) {
			return UnitWall
		}
	}
	return UnitCPU
}

// TimesIn lists the times of the samples in nanoseconds per pass. unit comes from TimeUnit.
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

// Times lists the pass times of an accepted result, in nanoseconds. It returns none if the result is not accepted or if
// no times are known.
func (r *Result) Times() []float64 {
	if !r.Accepted() || len(r.Samples) == 0 && r.Time == 0 {
		return nil
	}
	return r.PassTimes()
}

// PassTimes lists the PassTime of each sample, whatever the verdict. Without samples, it lists the time of the judged
// pass.
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

// Sample is one measurement of one benchmark: a line of solve.bench. Its fields have no names of their own in JSON,
// because a build that serves samples to compare may be of any earlier revision.
type Sample struct {
	Round  int // from 0
	Passes int // in this sample, or in this part of a sample

	Wall, CPU      time.Duration  // sums over all passes
	P50, P99       time.Duration  // of the times of single cases; 0 if they were not timed
	Nodes, Updates uint64         // per pass
	Bytes, Allocs  uint64         // per pass, rounded down as package testing does
	RSS            int64          // peak resident bytes of a program
	Counters       judge.Counters // what a program reported, per pass; Nodes and Updates are of built-in solvers
	Forced         int64          // context switches that the kernel forced
}

// Join adds another part of the same sample to s. The counters of the first part are kept.
func (s *Sample) Join(part *Sample) {
	passes := s.Passes + part.Passes
	perPass := func(a, b uint64) uint64 {
		return (a*uint64(s.Passes) + b*uint64(part.Passes)) / uint64(max(passes, 1))
	}
	s.Bytes, s.Allocs = perPass(s.Bytes, part.Bytes), perPass(s.Allocs, part.Allocs)
	s.Wall, s.CPU, s.Forced = s.Wall+part.Wall, s.CPU+part.CPU, s.Forced+part.Forced
	s.RSS = max(s.RSS, part.RSS)
	if s.Counters == nil {
		s.Counters = part.Counters
	}
	s.Passes = passes
	if part.P50 > 0 {
		s.P50, s.P99 = part.P50, part.P99
	}
}

// PerPass returns the mean of one pass in nanoseconds, rounded to a hundredth.
func (s *Sample) PerPass(total time.Duration) float64 {
	return math.Round(float64(total)/float64(max(s.Passes, 1))*100) / 100
}

// SetCaseTimes sets P50 and P99 from the times of single cases, by the rule of package stats.
func (s *Sample) SetCaseTimes(times []int64) {
	if slices.Max(times) > 0 {
		s.P50 = time.Duration(math.Round(stats.Quantile(times, 0.5)))
		s.P99 = time.Duration(math.Round(stats.Quantile(times, 0.99)))
	}
}

// Failure is the error of a Sampler whose contestant fails while it is measured.
type Failure struct {
	Verdict judge.Verdict `json:"verdict"`
	Case    int           `json:"case,omitempty"` // the case that failed, from 1; 0 if no single case did
	Line    int           `json:"line,omitempty"` // line of that case in the file of the user; 0 if it is not known
	Facts   judge.Facts   `json:"facts"`
}

// NewFailure returns the failure of a contestant with these facts. number is the case that failed, counted from 1, or 0
// if the failure does not belong to a single case.
func NewFailure(number int, facts judge.Facts) *Failure {
	v, _ := judge.Derive(&facts, &judge.Limits{})
	return &Failure{Verdict: v, Case: number, Facts: facts}
}

// Error returns the verdict and its reason.
func (f *Failure) Error() string {
	_, reason := judge.Derive(&f.Facts, &judge.Limits{})
	return f.Verdict.String() + ": " + reason
}

// With appends to a list each element of more that the list does not have yet.
func With[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
