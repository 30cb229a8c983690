package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// Effect says how the samples of new compare with the samples of old.
type Effect struct {
	Ratio Interval `json:"ratio"` // new / old
	P     float64  `json:"p"`     // the two-sided p-value of the hypothesis that there is no difference
}

// noEffect is the effect if there are no samples.
var noEffect = Effect{Ratio: Interval{1, math.Inf(-1), math.Inf(1), 0}, P: 1}

// Paired compares the samples of two programs that were measured side by side, so that each round has one sample of
// each program. It computes the ratio new/old of every round. If a disturbance changes both samples of a round by the
// same factor, their ratio stays the same. Paired returns the median of these ratios, and an interval whose bounds are
// two of the sorted ratios.
//
// P is the p-value of the sign test. This test needs only two numbers: in how many rounds new was slower, and in how
// many it was faster. So it is valid for every distribution of the times.
func Paired(old, new []float64) Effect { return PairedAt(old, new, Confidence) }

// PairedAt is Paired for an interval with a confidence other than 95 %.
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
	// The shortest interval may be lopsided: for example, it may go from the first to the seventh of eight
	// ratios. It is widened here so that exchanging old and new gives the inverse interval.
	ratio, inverse := medianAt(ratios, confidence), medianAt(Ratios(new, old), confidence)
	ratio.Center = MedianRatio(ratios)
	ratio.Lo, ratio.Hi = min(ratio.Lo, 1/inverse.Hi), max(ratio.Hi, 1/inverse.Lo)
	return Effect{Ratio: ratio, P: min(1, 2*SignTail(up+down, min(up, down)))}
}

// MedianRatio returns the median of ratios. If their number is even, it returns the geometric mean of the
// middle two, so that the median of the inverse ratios is the inverse of the median.
func MedianRatio(ratios []float64) float64 {
	sorted := slices.Sorted(slices.Values(ratios))
	return math.Sqrt(sorted[(len(sorted)-1)/2] * sorted[len(sorted)/2])
}

// SignTail returns the probability that at most k of n values lie above the median of their distribution.
func SignTail(n, k int) float64 { return stats.BinomialDist{N: n, P: 0.5}.CDF(float64(k)) }

// Ratios returns new/old for each round that both programs have.
func Ratios(old, new []float64) []float64 {
	ratios := make([]float64, min(len(old), len(new)))
	for i := range ratios {
		ratios[i] = new[i] / old[i]
	}
	return ratios
}

// Unpaired compares the samples of two runs that were not made side by side. The samples do not form pairs, so Unpaired
// divides every new sample by every old one, and returns the median of all these ratios. P is the p-value of the
// Mann-Whitney U test.
//
// The interval contains the ratios that fit the samples. For example, does 1.1 fit? To find out, imagine that every old
// sample is multiplied by 1.1. If the U test finds no difference between these numbers and the new samples, 1.1 is in
// the interval (Hodges and Lehmann 1963; Moses 1953).
//
// Values must not be negative, and the values of old must not be 0. The memory that Unpaired needs grows with the
// number of samples, not with the number of pairs.
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

// trim returns how many of the sorted pairwise ratios lie outside of the interval on each side. It returns -1 if
// there are so few samples that not even all ratios together reach the confidence.
func trim(n1, n2 int) int64 {
	const exact = 50 // with more samples, the normal approximation is better than 1e-3
	if n1 > exact || n2 > exact {
		a, b := float64(n1), float64(n2)
		return int64(a*b/2 - 1.96*math.Sqrt(a*b*(a+b+1)/12) - 0.5)
	}
	d := stats.UDist{N1: n1, N2: n2}
	return int64(least(uint64(n1*n2/2), func(k uint64) bool { return d.CDF(float64(k)) > (1-Confidence)/2 })) - 1
}

// pairwiseRatios represents the ratios new/old of all pairs from two sorted samples. It does not store the ratios,
// because there may be too many: two runs with 30,000 samples each have 900 million pairs.
type pairwiseRatios struct{ old, new []float64 }

// nth returns the k-th smallest ratio, counted from 0, without a list of all ratios. This ratio is the smallest number
// x with the property that more than k ratios are at most x. nth searches for x by bisection, and count tells it how
// many ratios are at most the middle.
//
// The search does not bisect the floats themselves, but their bit patterns, read as whole numbers. From 0 to infinity,
// a larger float has a larger bit pattern, so the search finds the same x. The advantage is that the result is exactly
// one of the ratios, to the last bit: after at most 63 steps, the interval of whole numbers contains only a single
// number.
func (r pairwiseRatios) nth(k int64) float64 {
	return math.Float64frombits(least(math.Float64bits(math.Inf(1)), func(bits uint64) bool {
		return r.count(math.Float64frombits(bits)) > k
	}))
}

// least returns the smallest x below end for which enough(x) is true, or end if there is none. It finds x by bisection,
// so if enough is true for some x, it must be true for all greater ones. (sort.Search would do the same, but takes an
// int, which has only 32 bits on some systems.)
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

// count returns for how many pairs of an old and a new value the ratio new/old is at most x. For example, let the old
// values be 1, 2 and 4, the new values 2 and 3, and x 1.2. The new value 2 has the ratios 2, 1 and 0.5 to the old
// values, and the last two of them are at most x. The new value 3 has the ratios 3, 1.5 and 0.75, and only the last one
// is at most x. So the answer is three.
//
// count walks through both sorted samples only once. For each new value, it has to know from which old value on the
// ratios are at most x. In the example this is 2 for the new value 2, and 4 for the new value 3. For a larger new
// value, all ratios are larger, so count never has to go back to a smaller old value.
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

// FalseDiscoveries is the greatest expected share of errors among the comparisons that are called different: at most
// 5 % of them should really show no difference.
const FalseDiscoveries = 0.05

// LeastDifference is the smallest change of time that counts as a difference, unless the user chooses another one: 1
// %. The whole interval must lie beyond it.
const LeastDifference = 0.01

// Direction returns -1 if new is faster than old, 1 if it is slower, and 0 if this is undecided. A decision needs two
// things: a q-value (see Adjust) below FalseDiscoveries, and an interval that lies entirely beyond the allowed
// change.
func Direction(e Effect, q, allow float64) int {
	if q >= FalseDiscoveries {
		return 0
	}
	return e.Ratio.Beyond(allow)
}

// Distance returns how far a ratio is from 1. It is the same for r and 1/r.
func Distance(r float64) float64 { return math.Expm1(math.Abs(math.Log(r))) }

// GeoMean returns the geometric mean of ratios.
func GeoMean(ratios []float64) float64 { return stats.GeoMean(ratios) }

// Adjust turns p-values into q-values by the procedure of Benjamini and Hochberg (1995). It is needed because among
// many comparisons some p-values are small by chance. If all comparisons with q < 0.05 are called different, the
// expected share of errors among them is below 5 %, no matter how many comparisons there are.
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
