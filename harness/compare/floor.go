package compare

import (
	"math"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// SpreadFloor is the floor where none is stored, for two runs that are only
// files: how far the two medians' own intervals reach.
func SpreadFloor(old, new *Arm) func(results.Benchmark) float64 {
	return func(cell results.Benchmark) float64 {
		unit, floor := timeUnit(old, new, cell), 0.0
		for _, side := range []*Arm{old, new} {
			if values := side.Values[unit][cell]; len(values) > 0 {
				if m := stats.Median(values); m.Finite() {
					floor = max(floor, m.Spread())
				}
			}
		}
		return floor
	}
}

// HalvesFloor is the floor where none is stored, for samples taken side by side:
// each program against itself. Where samples were taken in parts, one half of the
// parts against the other, which follow each other as the two programs do; else
// every round against the one before. That a half has only half of the passes, or
// that there are half as many pairs, is made up for by the square root of two. It
// is the value below which 95 % of all cells stay.
func HalvesFloor(old, new *Arm) func(results.Benchmark) float64 {
	var seen []float64
	for _, side := range []*Arm{old, new} {
		for _, cell := range side.Benchmarks {
			if a, b := side.itself(timeUnit(old, new, cell), cell); len(a) > 0 {
				seen = append(seen, stats.Distance(stats.Paired(a, b).Ratio.Center)/math.Sqrt2)
			}
		}
	}
	floor := stats.Quantile(seen, 0.95)
	return func(results.Benchmark) float64 { return floor }
}

// itself are pairs of times of one program in one cell.
func (s *Arm) itself(unit string, cell results.Benchmark) (a, b []float64) {
	if h, ok := s.halves[unit][cell]; ok {
		return h[0], h[1]
	}
	values := s.Values[unit][cell]
	for i := 0; i+1 < len(values); i += 2 {
		a, b = append(a, values[i]), append(b, values[i+1])
	}
	return a, b
}
