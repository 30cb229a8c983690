package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// Effect says how new compares with old.
type Effect struct {
	Ratio Interval `json:"ratio"` // new / old
	P     float64  `json:"p"`     // two-sided, of the hypothesis that there is no difference
}

// noEffect is the effect without any samples.
var noEffect = Effect{Ratio: Interval{1, math.Inf(-1), math.Inf(1), 0}, P: 1}

// Paired compares samples that were taken side by side: the median of the rounds' ratios with its order-statistic
// interval, and the sign test. A disturbance that changes both samples of a round by the same factor
// cancels. No shape of the distribution is assumed.
func Paired(old, new []float64) Effect { return PairedAt(old, new, Confidence) }

// PairedAt works as Paired, with an interval of another confidence than 95 %.
func PairedAt(old, new []float64, confidence float64) Effect {
	ratios := Ratios(old, new)
	if len(ratios) == 0 {
		return noEffect
	}
	up, down := 0, 0
	for _, r := range ratios {
		switch {
		case r > 1:
			up++
		case r < 1:
			down++
		}
	}
	// The shortest interval may be lopsided (the first to the seventh of eight). It is widened, so that the interval of
	// old/new is that of new/old turned over.
	ratio, inverse := medianAt(ratios, confidence), medianAt(Ratios(new, old), confidence)
	ratio.Center = MedianRatio(ratios)
	ratio.Lo, ratio.Hi = min(ratio.Lo, 1/inverse.Hi), max(ratio.Hi, 1/inverse.Lo)
	return Effect{Ratio: ratio, P: min(1, 2*SignTail(up+down, min(up, down)))}
}

// MedianRatio returns the median of ratios. Of an even number it is the geometric mean of the middle two: so that of the
// inverse ratios is its inverse.
func MedianRatio(ratios []float64) float64 {
	sorted := slices.Sorted(slices.Values(ratios))
	return math.Sqrt(sorted[(len(sorted)-1)/2] * sorted[len(sorted)/2])
}

// SignTail returns the probability that at most k of n values lie above the median of their distribution.
func SignTail(n, k int) float64 { return stats.BinomialDist{N: n, P: 0.5}.CDF(float64(k)) }

// Ratios returns new/old of each round that both have.
func Ratios(old, new []float64) []float64 {
	ratios := make([]float64, min(len(old), len(new)))
	for i := range ratios {
		ratios[i] = new[i] / old[i]
	}
	return ratios
}

// Unpaired compares samples of two runs: the Mann-Whitney U test, and the median of all pairwise ratios with the
// interval that inverts that test (Hodges and Lehmann 1963; Moses 1953). Values must not be negative, and those of
// old not 0. It needs memory in proportion to the samples, not to the pairs.
func Unpaired(old, new []float64) Effect {
	if len(old) == 0 || len(new) == 0 {
		return noEffect
	}
	r := pairwiseRatios{slices.Sorted(slices.Values(old)), slices.Sorted(slices.Values(new))}
	n := int64(len(old)) * int64(len(new))
	i := Interval{math.Sqrt(r.nth((n-1)/2) * r.nth(n/2)), math.Inf(-1), math.Inf(1), min(len(old), len(new))}
	if k := trim(len(old), len(new)); k >= 0 {
		i.Lo, i.Hi = r.nth(k), r.nth(n-1-k)
	}
	s1 := benchmath.NewSample(slices.Clone(old), &benchmath.DefaultThresholds)
	s2 := benchmath.NewSample(slices.Clone(new), &benchmath.DefaultThresholds)
	return Effect{Ratio: i, P: benchmath.AssumeNothing.Compare(s1, s2).P}
}

// trim returns how many of the sorted pairwise ratios lie outside of the interval on each side; -1 if not even
// all of them reach the confidence.
func trim(n1, n2 int) int64 {
	const exact = 50 // beyond, the normal approximation is better than 1e-3
	if n1 > exact || n2 > exact {
		a, b := float64(n1), float64(n2)
		return int64(a*b/2 - 1.96*math.Sqrt(a*b*(a+b+1)/12) - 0.5)
	}
	d := stats.UDist{N1: n1, N2: n2}
	return int64(least(uint64(n1*n2/2), func(k uint64) bool { return d.CDF(float64(k)) > (1-Confidence)/2 })) - 1
}

// pairwiseRatios are the ratios new/old of all pairs of two sorted samples. They are not stored: 30,000 samples of
// each of two runs have 900 million pairs.
type pairwiseRatios struct{ old, new []float64 }

// nth returns the k-th smallest ratio, counted from 0: the least float64 that more than k ratios do not exceed. It
// is found by bisection of the bit patterns, which order floats from 0 to infinity as their values do, so that the
// result is one of the ratios to the last bit.
func (r pairwiseRatios) nth(k int64) float64 {
	return math.Float64frombits(least(math.Float64bits(math.Inf(1)), func(bits uint64) bool {
		return r.count(math.Float64frombits(bits)) > k
	}))
}

// least returns the least x below end for which enough holds, as it does for all greater ones; end if there is none.
// (sort.Search takes an int, which has 32 bits on some systems.)
func least(end uint64, enough func(x uint64) bool) uint64 {
	x := uint64(0)
	for x < end {
		if middle := x + (end-x)/2; enough(middle) {
			end = middle
		} else {
			x = middle + 1
		}
	}
	return x
}

// count returns how many ratios are at most x. A ratio falls with its old value, so that the first old value that is
// large enough moves up with the new one.
func (r pairwiseRatios) count(x float64) int64 {
	n, first := int64(0), 0
	for _, v := range r.new {
		for first < len(r.old) && v/r.old[first] > x {
			first++
		}
		n += int64(len(r.old) - first)
	}
	return n
}

// FalseDiscoveries bounds the share of comparisons found different that are not.
const FalseDiscoveries = 0.05

// LeastDifference is the change of time that an interval has to lie beyond if the user names no other: 1 %.
const LeastDifference = 0.01

// Direction decides whether new is faster (-1) or slower (1) than old; 0 is undecided. It needs a q-value (Adjust)
// below FalseDiscoveries, and an interval that lies wholly beyond the allowed change.
func Direction(e Effect, q, allow float64) int {
	if q >= FalseDiscoveries {
		return 0
	}
	return e.Ratio.Beyond(allow)
}

// Distance returns how far a ratio is from 1; it is the same for r and 1/r.
func Distance(r float64) float64 { return math.Expm1(math.Abs(math.Log(r))) }

// GeoMean returns the geometric mean of ratios.
func GeoMean(ratios []float64) float64 { return stats.GeoMean(ratios) }

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
