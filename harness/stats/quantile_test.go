package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/aclements/go-moremath/stats"
	"github.com/stretchr/testify/assert"
)

func TestQuantile(t *testing.T) {
	values := []float64{40, 10, 30, 20}
	for q, want := range map[float64]float64{0: 10, 0.25: 10 + 10*5/12.0, 0.5: 25, 0.75: 30 + 10*7/12.0, 1: 40} {
		assert.InDelta(t, want, Quantile(values, q), 1e-12, "the %g-quantile of %v", q, values)
	}
	assert.Equal(t, []float64{40, 10, 30, 20}, values, "the values stay in their order")
	assert.Zero(t, Quantile([]float64{}, 0.5))
	assert.Equal(t, 7.0, Quantile([]time.Duration{7}, 0.99))
	assert.Equal(t, 2.5, Quantile([]uint64{3, 2}, 0.5))
	inf := math.Inf(1)
	assert.Equal(t, 2.0, Quantile([]float64{1, 2, inf}, 0.5), "an exact position needs no neighbour")
	assert.Equal(t, inf, Quantile([]float64{1, inf, inf}, 0.9))
	assert.Equal(t, inf, Quantile([]float64{1, 2, inf, inf}, 0.5))

	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		xs := make([]float64, 1+r.IntN(30))
		for i := range xs {
			xs[i] = r.NormFloat64()
		}
		q := r.Float64()
		assert.InDelta(t, stats.Sample{Xs: xs}.Quantile(q), Quantile(xs, q), 1e-12, "the %g-quantile of %v, as go-moremath has it", q, xs)
		assert.Equal(t, Median(xs).Center, Quantile(xs, 0.5), "one median for %v", xs)
	}
}

// Bisection in Unpaired finds the same ratios as sorting the ratios of all pairs, to the last bit.
func TestPairwiseRatiosAreThoseOfAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		draw := func() []float64 {
			xs := make([]float64, 1+r.IntN(12))
			for i := range xs {
				xs[i] = math.Round(100*math.Exp(r.NormFloat64())+1) / 100 // some are equal
			}
			slices.Sort(xs)
			return xs
		}
		pairs := pairwiseRatios{draw(), draw()}
		var all []float64
		for _, o := range pairs.old {
			for _, n := range pairs.new {
				all = append(all, n/o)
			}
		}
		slices.Sort(all)
		for k, want := range all {
			assert.Equal(t, want, pairs.nth(int64(k)), "ratio %d of %v over %v", k, pairs.new, pairs.old)
		}
	}
}

func TestUnpairedNeedsMemoryInProportionToTheSamples(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	const n = 30_000
	old, new := make([]float64, n), make([]float64, n)
	for i := range n {
		old[i], new[i] = math.Exp(0.05*r.NormFloat64()), 1.1*math.Exp(0.05*r.NormFloat64())
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e := Unpaired(old, new)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(400*n), "bytes allocated for %d samples of each program", n)
	assert.InDelta(t, 1.1, e.Ratio.Center, 0.002)
	assert.Less(t, e.Ratio.Lo, e.Ratio.Center)
	assert.Less(t, e.P, 1e-9)
}
