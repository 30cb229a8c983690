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

// HalvesFloor returns the noise floor of an experiment without a calibration. Each program is compared with itself in
// each benchmark; 95 % of these changes stay below the floor. If samples were taken in parts, one half of the parts is
// compared with the other half, and the halves alternate as the two programs do. Other samples are compared round
// against round.
//
// A comparison of n values with n others scatters as sigma sqrt(2/n). In a comparison of a program with itself each
// side has half as many values. Its scatter is therefore larger by sqrt(2), and is divided by it: 1.41 % between the
// halves gives a floor of 1 %.
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
