package stats

import (
	"cmp"
	"math"
	"slices"
)

// Distance is how far a ratio is from 1, the same for r and 1/r.
func Distance(r float64) float64 { return math.Expm1(math.Abs(math.Log(r))) }

// Quantile is the q-quantile of values by nearest rank: the smallest value with at
// least the share q of all values at or below it. It is always a value that was
// measured; of an even number, the median is the lower of the two in the middle. It
// is the zero value where there are no values.
func Quantile[T cmp.Ordered](values []T, q float64) (quantile T) {
	n := len(values)
	if n == 0 {
		return quantile
	}
	rank := int(math.Ceil(q * float64(n)))
	return slices.Sorted(slices.Values(values))[min(max(rank, 1), n)-1]
}
