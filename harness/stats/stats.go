package stats

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"
)

// confidence is the level of all intervals.
const confidence = 0.95

// MinSamples are the fewest with a finite interval of the median at 95 %.
const MinSamples = 6

// Interval is an estimate with its 95 % interval; the bounds are infinite where
// there are too few samples.
type Interval struct {
	Center, Lo, Hi float64
	N              int
}

// Finite reports whether there were enough samples.
func (i Interval) Finite() bool { return !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0) }

// Spread is the larger distance of a bound from the centre, relative to it.
func (i Interval) Spread() float64 {
	return max(i.Hi/i.Center-1, 1-i.Lo/i.Center)
}

// Median is the median with its exact order-statistic interval. values stay in
// their order.
func Median(values []float64) Interval {
	// NewSample sorts what it is given.
	s := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	return Interval{sum.Center, sum.Lo, sum.Hi, len(values)}
}

// Effect is how new compares with old.
type Effect struct {
	Ratio  Interval // new / old
	P      float64  // two-sided, of the hypothesis that there is no difference
	Paired bool     // taken side by side, round by round
}

// Paired compares samples that were taken side by side: the median of the
// rounds' ratios with its order-statistic interval, and the sign test. Whatever
// moves both samples of a round alike drops out; no shape is assumed.
func Paired(old, new []float64) Effect {
	n := min(len(old), len(new))
	ratios := make([]float64, n)
	up, down := 0, 0
	for i := range n {
		ratios[i] = new[i] / old[i]
		switch {
		case ratios[i] > 1:
			up++
		case ratios[i] < 1:
			down++
		}
	}
	if n == 0 {
		return Effect{Ratio: Interval{1, math.Inf(-1), math.Inf(1), 0}, P: 1, Paired: true}
	}
	tail := stats.BinomialDist{N: up + down, P: 0.5}.CDF(float64(min(up, down)))
	return Effect{Ratio: Median(ratios), P: min(1, 2*tail), Paired: true}
}

// Unpaired compares samples of two runs: the Mann-Whitney U test, and the
// median of all pairwise ratios with the interval that inverts that test
// (Hodges and Lehmann; Moses).
func Unpaired(old, new []float64) Effect {
	if len(old) == 0 || len(new) == 0 {
		return Effect{Ratio: Interval{1, math.Inf(-1), math.Inf(1), 0}, P: 1}
	}
	ratios := make([]float64, 0, len(old)*len(new))
	for _, o := range old {
		for _, n := range new {
			ratios = append(ratios, n/o)
		}
	}
	slices.Sort(ratios)
	i := Interval{stats.Sample{Xs: ratios, Sorted: true}.Quantile(0.5), math.Inf(-1), math.Inf(1), min(len(old), len(new))}
	if k := trim(len(old), len(new)); k >= 0 {
		i.Lo, i.Hi = ratios[k], ratios[len(ratios)-1-k]
	}
	s1 := benchmath.NewSample(slices.Clone(old), &benchmath.DefaultThresholds)
	s2 := benchmath.NewSample(slices.Clone(new), &benchmath.DefaultThresholds)
	return Effect{Ratio: i, P: benchmath.AssumeNothing.Compare(s1, s2).P}
}

// trim is how many of the sorted pairwise ratios lie outside of the interval on
// each side; -1 where not even all of them reach the confidence.
func trim(n1, n2 int) int {
	const exact = 50 // beyond, the normal approximation is better than 1e-3
	if n1 > exact || n2 > exact {
		mean, sd := float64(n1*n2)/2, math.Sqrt(float64(n1*n2*(n1+n2+1))/12)
		return int(mean - 1.96*sd - 0.5)
	}
	d, k := stats.UDist{N1: n1, N2: n2}, -1
	for k+1 < n1*n2/2 && d.CDF(float64(k+1)) <= (1-confidence)/2 {
		k++
	}
	return k
}

// Adjust turns p-values into q-values by the procedure of Benjamini and
// Hochberg: rejecting all q < 0.05 keeps the expected share of false ones below
// 5 %, however many comparisons there are.
func Adjust(p []float64) []float64 {
	n := len(p)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	q := make([]float64, n)
	least := 1.0
	for rank := n; rank >= 1; rank-- {
		i := order[rank-1]
		least = min(least, p[i]*float64(n)/float64(rank))
		q[i] = least
	}
	return q
}

// GeoMean is the geometric mean of ratios.
func GeoMean(ratios []float64) float64 {
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return math.Exp(sum / float64(len(ratios)))
}
