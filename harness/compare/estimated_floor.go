package compare

import (
	"math"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// SpreadFloor returns the noise floor of two recorded runs without a calibration. The floor of a benchmark is the
// larger spread of its two medians. The spread of a median is the distance to the farther bound of its interval,
// divided by the median.
func SpreadFloor(old, new *Arm) func(results.Benchmark) float64 {
	return func(b results.Benchmark) float64 {
		unit, floor := timeUnit(old, new, b), 0.0
		for _, arm := range []*Arm{old, new} {
			if values := arm.Values[unit][b]; len(values) > 0 {
				if m := stats.Median(values); m.Finite() {
					floor = max(floor, m.Spread())
				}
			}
		}
		return floor
	}
}

// HalvesFloor returns the noise floor of an experiment without a calibration. All benchmarks get the
// same floor. Each program is compared with itself in each benchmark, so each benchmark and program gives one change.
// The floor is the 95 % quantile of all these changes, divided by the square root of two. If samples were taken in
// parts, parts 1, 4, 5, 8 and so on of each sample are compared with parts 2, 3, 6, 7 and so on. This is the order
// (a b b a) in which the two programs take turns. Otherwise each odd round is compared with the next round.
//
// The division has this reason. Let sigma be the standard deviation of one value. The difference between two means of
// n values each has the standard deviation sigma sqrt(2/n). If a sample of the experiment has n values, each half has
// n/2. So a change between halves scatters sqrt(2) times as much as a change between two programs: changes of 1.41 %
// between halves give a floor of 1 %.
func HalvesFloor(old, new *Arm) func(results.Benchmark) float64 {
	var seen []float64
	for _, arm := range []*Arm{old, new} {
		for _, b := range arm.Benchmarks {
			if x, y := arm.itself(timeUnit(old, new, b), b); len(x) > 0 {
				seen = append(seen, stats.Distance(stats.Paired(x, y).Ratio.Center)/math.Sqrt2)
			}
		}
	}
	floor := stats.Quantile(seen, 0.95)
	return func(results.Benchmark) float64 { return floor }
}
