package compare

import (
	"math"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// SpreadFloor is the noise floor of two recorded runs without a calibration: how far the intervals of the two medians
// reach.
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

// HalvesFloor is the noise floor of an experiment without a calibration: the value below which each program stays in
// 95 % of all benchmarks when it is compared with itself. Samples that were taken in parts are compared half against
// half, which follow each other as the two programs do; other samples round against round.
//
// A comparison of n values with n others scatters as sigma sqrt(2/n). A program's own samples give half as many values
// on each side, so that the scatter seen is larger by sqrt(2) and is divided by it: 1.41 % between the halves is a
// floor of 1 %.
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
