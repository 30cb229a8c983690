package compare

import (
	"math"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// SpreadFloor returns the noise floor of two recorded runs without a calibration. The floor of a benchmark is the
// larger relative half-width of the intervals of its two medians.
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

// HalvesFloor returns the noise floor of an experiment without a calibration. It compares each program with itself in
// each benchmark. The floor is the 95 % quantile of the changes that it finds, divided by the square root of two. If
// samples were taken in parts, it compares half of the parts with the other half, and the halves alternate as the two
// programs do. Otherwise it compares each odd round with the next round.
//
// The division has this reason: the difference between two means of n values each scatters as sigma sqrt(2/n). Each
// half has n/2 values if a sample of the experiment has n. So a change between halves scatters sqrt(2) times as much as
// a change between two programs: changes of 1.41 % between halves give a floor of 1 %.
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
