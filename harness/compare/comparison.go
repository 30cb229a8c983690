package compare

import (
	"cmp"
	"fmt"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Comparison compares one benchmark in one unit, old against new. It is what one line of the table shows.
type Comparison struct {
	Benchmark results.Benchmark
	Unit      string // "" if there are no values to compare
	Old, New  stats.Interval

	// Effect, Floor and Q are set only if times are compared.
	//
	//   - Effect holds the ratio of the times, with its interval and its p-value.
	//   - Floor is the noise floor: chance alone may cause changes up to this size. In 100 comparisons of a program
	//     with itself, about 95 changes would be smaller. Floor is infinite if there are too few samples to know it.
	//   - Q is the p-value after the correction for the number of comparisons (Benjamini and Hochberg). The correction
	//     is needed because among many benchmarks a few have a small p-value by chance.
	Effect stats.Effect
	Floor  float64
	Q      float64

	Solutions uint64 // as in results.Result

	solved bool   // the numbers of solved cases give the verdict, though both results have times
	start  bool   // more than half of a time is the start of processes
	apart  string // why the two times are not comparable (results.Result.Apart); "" if they are

	Counter bool // nodes, updates, or allocations: compared without statistics
	Again   bool // measured a second time
	Verdict Verdict
	Reason  string
}

// Compared reports whether there are values to compare. If not, the verdict was given for another reason.
func (c *Comparison) Compared() bool { return c.Unit != "" }

// timed reports whether times are compared.
func (c *Comparison) timed() bool { return !c.Counter && c.Compared() }

// timedOf lists the benchmarks whose times are compared.
func timedOf(cs []Comparison) (timed []results.Benchmark) {
	for _, c := range cs {
		if c.timed() {
			timed = append(timed, c.Benchmark)
		}
	}
	return timed
}

// rose reports whether a counter is higher than before.
func (c *Comparison) rose() bool {
	return c.Counter && (c.Verdict == Regression || c.Verdict == Traded)
}

// effectOf compares the times of a benchmark, and floorOf returns its noise floor.
type (
	effectOf = func(old, new []float64) stats.Effect
	floorOf  = func(results.Benchmark) float64
)

// Compare compares the results of two sides in all benchmarks, and gives the verdicts. effect must be stats.Paired if
// the samples of a benchmark were taken side by side, and stats.Unpaired otherwise.
func Compare(old, new []*results.Result, floor floorOf, rules Rules, effect effectOf) []Comparison {
	olds, news := results.ByBenchmark(old), results.ByBenchmark(new)
	var out []Comparison
	for _, was := range old {
		if is := news[was.Benchmark]; is != nil {
			out = append(out, compareBenchmark(was, is, floor, effect)...)
		} else {
			out = append(out, Comparison{Benchmark: was.Benchmark, Verdict: OnlyOld})
		}
	}
	for _, is := range new {
		if olds[is.Benchmark] == nil {
			out = append(out, Comparison{Benchmark: is.Benchmark, Verdict: OnlyNew})
		}
	}
	Decide(out, rules)
	return out
}

// decidedWithoutTimes compares two results of a benchmark, but not their times. This is often enough for a verdict. For
// example, if one side was not accepted, its time means nothing. The returned Comparison then holds the verdict. If its
// Verdict is 0, the caller must compare the times.
func decidedWithoutTimes(old, new *results.Result) Comparison {
	c := Comparison{Benchmark: old.Benchmark, Solutions: new.Solutions, apart: old.Apart(new)}
	oldRejected, newRejected := old.Rejection(), new.Rejection()
	c.solved = oldRejected == "" && newRejected == "" && old.Passed != new.Passed && counted(old) && counted(new)
	switch {
	case otherCases(old, new):
		c.Verdict = OtherSet
	case oldRejected != "" && newRejected != "":
		c.Verdict, c.Reason = NotTimed, newRejected
	case newRejected != "" && stricter(new, old), oldRejected != "" && stricter(old, new):
		c.Verdict = Inconclusive
		c.Reason = cmp.Or(newRejected, oldRejected) + ", perhaps because its limit was stricter: judge both with the same --limits"
	case newRejected != "":
		c.Verdict, c.Reason = Regression, "no longer accepted: "+newRejected
	case oldRejected != "":
		c.Verdict, c.Reason = Better, "accepted now; before: "+oldRejected
	case c.solved: // only a .bench file has times of a pass with unsolved cases
		c.Verdict, c.Reason = Regression, fmt.Sprintf("it solved %s, and %d before", report.Counted(new.Passed, "case"), old.Passed)
		if new.Passed > old.Passed {
			c.Verdict = Better
		}
	case old.Process != new.Process:
		c.Verdict, c.Reason = NotTimed, "one side is a process, start included, and the other a solver in gridjudge's own: their times cannot be compared"
	case old.PerCase != new.PerCase:
		c.Verdict, c.Reason = NotTimed, "one side has a process for each case, and the other one process for all: their times cannot be compared"
	case len(old.Samples) == 0 || len(new.Samples) == 0:
		c.Verdict, c.Reason = NotTimed, "no time recorded"
	}
	return c
}

// stricter reports whether a result may have been rejected because its limit was stricter than the limit of the other
// result. For example, suppose that the new version exceeded a time limit of 1 s, and that the old version was judged
// with a limit of 2 s, or without a limit. With a limit of 1 s, the old version might have failed, too. So it is
// unknown whether anything has changed.
func stricter(rejected, other *results.Result) bool {
	below := func(limit, other int64) bool { return limit > 0 && (other == 0 || limit < other) }
	of, to := &rejected.Limits, &other.Limits
	switch rejected.Verdict {
	case judge.TimeLimit:
		return below(int64(of.Time), int64(to.Time)) || below(int64(of.Case), int64(to.Case)) || below(int64(of.Wall), int64(to.Wall))
	case judge.MemoryLimit:
		return below(of.Memory, to.Memory)
	case judge.OutputLimit:
		return below(of.Output, to.Output)
	case judge.RuntimeError: // a program may fail because it gets no more memory
		return below(of.Address, to.Address)
	case judge.NotJudged: // a .bench file does not say why: perhaps because of a limit that only it has
		return rejected.OtherRules(other)
	}
	return false
}

// counted reports whether it is known how many cases a result solved. It may be unknown for a .bench file, because its
// lines need not contain this number.
func counted(r *results.Result) bool { return r.Cases > 0 || r.Passed > 0 }

// otherCases reports whether two results certainly belong to different cases. A .bench file does not contain a digest
// of the cases, but it may contain their number.
func otherCases(old, new *results.Result) bool {
	if old.Digest != "" && new.Digest != "" {
		return old.Digest != new.Digest
	}
	return old.Cases > 0 && new.Cases > 0 && old.Cases != new.Cases
}

// compareBenchmark compares two results of a benchmark: first their times, then their counters. If the results cannot
// be compared, it returns a single comparison, which holds the verdict.
func compareBenchmark(old, new *results.Result, floor floorOf, effect effectOf) []Comparison {
	c := decidedWithoutTimes(old, new)
	if c.Verdict != 0 {
		return []Comparison{c}
	}
	unit := results.TimeUnit(old, new)
	before, after := old.TimesIn(unit), new.TimesIn(unit)
	c.Unit, c.Old, c.New = unit, stats.Median(before), stats.Median(after)
	c.Effect, c.Floor = effect(before, after), floor(c.Benchmark)
	c.start = old.MostlyStart() || new.MostlyStart()
	out := []Comparison{c}
	counters := []string{results.UnitNodes, results.UnitUpdates, results.UnitAllocs}
	for _, name := range results.CounterNames(old, new) {
		counters = results.With(counters, results.CounterUnit(name))
	}
	for _, counter := range counters {
		had, has := typical(old, counter), typical(new, counter)
		if had.N > 0 && has.N > 0 {
			out = append(out, Comparison{Benchmark: old.Benchmark, Unit: counter, Counter: true, Old: had, New: has})
		}
	}
	return out
}

// typical summarizes a counter over all samples that contain it. The center of the interval is the lower median, and
// its bounds are the least and the greatest value. Two sides differ only if their intervals do not overlap. For
// example, 5 to 6 allocations and 6 to 7 allocations count as equal, but 5 to 6 and 7 to 8 count as different.
//
// Nodes and updates do not need an interval, because they are the same in every sample. Allocations do: now and then,
// the Go runtime makes an allocation of its own. If a sample is a single pass, the solver may therefore make 5
// allocations in one half of the samples, and 6 in the other half.
//
// Two simpler comparisons were tried and rejected: of the medians of the two sides, and of their least values. If there
// were few samples, chance decided both.
func typical(r *results.Result, counter string) (i stats.Interval) {
	if all := slices.Sorted(slices.Values(r.Values(counter))); len(all) > 0 {
		i = stats.Interval{Center: all[(len(all)-1)/2], Lo: all[0], Hi: all[len(all)-1], N: len(all)}
	}
	return i
}
