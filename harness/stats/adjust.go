package stats

import (
	"cmp"
	"slices"
)

// Adjust turns p-values into q-values by the procedure of Benjamini and Hochberg (1995): rejecting all q < 0.05 keeps
// the expected share of false rejections below 5 %, however many comparisons there are.
func Adjust(p []float64) []float64 {
	n := len(p)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	q := make([]float64, n)
	least := 1.0
	for rank := n; rank >= 1; rank-- {
		i := order[rank-1]
		least = min(least, p[i]*float64(n)/float64(rank))
		q[i] = least
	}
	return q
}
