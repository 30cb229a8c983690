package compare

import (
	"math"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// spreadFloor estimates the noise floor of each benchmark in two recorded runs, where no calibration is stored. If the
// samples of a run scatter a lot, their median is uncertain. The spread of a median says how uncertain: it is the
// distance from the median to the farther bound of its interval, divided by the median. The floor is the larger one of
// the two spreads.
//
// For example, suppose that the old median is 100 ms with an interval of 99 to 101 ms. Its spread is 1 %. Suppose that
// the new median is 110 ms with an interval of 108 to 113.3 ms. Its spread is 3 %, so the floor is 3 %. If there are
// too few samples for an interval, the floor is infinite.
func spreadFloor(old, new []*results.Result) floorOf {
	olds, news := results.ByBenchmark(old), results.ByBenchmark(new)
	return func(b results.Benchmark) float64 {
		was, is, floor := olds[b], news[b], 0.0
		unit := results.TimeUnit(was, is)
		for _, r := range []*results.Result{was, is} {
			m := stats.Median(r.TimesIn(unit))
			if !m.Finite() {
				return math.Inf(1)
			}
			floor = max(floor, m.Spread())
		}
		return floor
	}
}

// halvesFloor estimates the noise floor of an experiment that has no calibration. Normally, each sample was split into
// two halves (see partialSample). For each benchmark, halvesFloor compares the first halves of a program's samples with
// the second halves. Both halves are of the same program, so any change between them is noise. The floor is the 95 %
// quantile of all these changes, divided by the square root of two. It is the same for all benchmarks.
//
// If the samples were not split into halves, each odd round is compared with the next round instead. If no program has
// two values to compare, the floor is infinite.
//
// The floor is divided by the square root of two because it is applied to whole samples. A half contains only half of
// the values, so it is noisier. For example, if the two halves of samples differ by 1.41 % by chance, whole samples
// typically differ by 1 %.
//
// The factor comes from the usual formula. Let sigma be the standard deviation of one value. Then the difference
// between two means of n values each has the standard deviation sigma sqrt(2/n). For two halves, which have n/2 values
// each, it is sigma sqrt(4/n), which is sqrt(2) times as much.
func halvesFloor(all []*benchmark) float64 {
	var changes []float64
	for _, b := range all {
		unit := results.TimeUnit(b.arms[0], b.arms[1])
		for arm := range b.arms {
			if x, y := b.withItself(arm, unit); len(x) > 0 {
				changes = append(changes, stats.Distance(stats.Paired(x, y).Ratio.Center)/math.Sqrt2)
			}
		}
	}
	if len(changes) == 0 {
		return math.Inf(1)
	}
	return stats.Quantile(changes, 0.95)
}

// withItself returns pairs x[i], y[i] of times of the same program: either the two halves of a sample, or two
// consecutive rounds.
func (b *benchmark) withItself(arm int, unit string) (x, y []float64) {
	if h := &b.halves[arm]; len(h[0].Samples) > 0 {
		return h[0].TimesIn(unit), h[1].TimesIn(unit)
	}
	all := b.arms[arm].TimesIn(unit)
	for i := 0; i+1 < len(all); i += 2 {
		x, y = append(x, all[i]), append(y, all[i+1])
	}
	return x, y
}

// Detectable returns the smallest slowdown that a comparison on this machine would detect in every benchmark, whichever
// benchmark became slower. It needs two measurements of the same program, because they show how much the times scatter.
//
// A slowdown counts as detected if the whole 95 % interval of new / old lies beyond the allowed change. If the times
// scatter a lot, the interval is wide, and only a large slowdown is detected. Detectable computes the smallest
// detectable slowdown for each benchmark, and returns the largest of these slowdowns. It assumes that a slower program
// would scatter as much as this one. It returns false if no benchmark has enough samples for an interval.
//
// If [lo, hi] is the interval of new / old of the two arms, the smallest detectable slowdown of a benchmark is
//
//	(1 + allowed) / min(lo, 1/hi) - 1
//
// The minimum is taken because either arm may be called new. For an allowed change of 1 % and an interval of [0.98,
// 1.01], the slowdown is 1.01 / 0.98 - 1 = 3.1 %.
func Detectable(arms [2][]*results.Result, allowed float64) (slowdown float64, ok bool) {
	for i, old := range arms[0] {
		unit := results.TimeUnit(old, arms[1][i])
		r := stats.Paired(old.TimesIn(unit), arms[1][i].TimesIn(unit)).Ratio
		if r.Finite() && r.Lo > 0 {
			slowdown, ok = max(slowdown, (1+allowed)/min(r.Lo, 1/r.Hi)-1), true
		}
	}
	return slowdown, ok
}
