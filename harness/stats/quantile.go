package stats

import (
	"math"
	"slices"
)

// Quantile returns the q-quantile of values by the rule of the package doc; 0 if there are none. values stay in
// their order. Values may be infinite: a quantile between a finite and an infinite value is infinite.
func Quantile[T ~int | ~int64 | ~uint64 | ~float64](values []T, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return quantile(len(sorted), q, func(k int) float64 { return float64(sorted[k]) })
}

// quantile returns the q-quantile of n values, of which at returns the k-th smallest,
// counted from 0.
func quantile(n int, q float64, at func(k int) float64) float64 {
	whole, fraction := math.Modf(min(max(1.0/3+q*(float64(n)+1.0/3), 1), float64(n)))
	below := at(int(whole) - 1)
	if fraction == 0 {
		return below
	}
	above := at(int(whole))
	if below == above {
		return below
	}
	return below + fraction*(above-below)
}
