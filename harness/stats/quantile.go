package stats

import (
	"math"
	"slices"
)

// Distance is how far a ratio is from 1, the same for r and 1/r.
func Distance(r float64) float64 { return math.Expm1(math.Abs(math.Log(r))) }

// Quantile is the q-quantile of values; 0 where there are none.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
