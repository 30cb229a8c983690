package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMedian(t *testing.T) {
	values := []float64{5, 1, 3, 2, 6, 4}
	m := Median(values)
	assert.Equal(t, Interval{3.5, 1, 6, 6}, m, "of six samples the interval is their range")
	assert.Equal(t, []float64{5, 1, 3, 2, 6, 4}, values, "the samples stay in their order")
	assert.False(t, Median(values[:5]).Finite(), "five are too few")
}

func TestPaired(t *testing.T) {
	old := []float64{100, 200, 50, 400, 100, 100}
	new := []float64{110, 220, 55, 440, 110, 110}
	e := Paired(old, new)
	assert.InDelta(t, 1.1, e.Ratio.Center, 1e-12, "what differs between rounds drops out")
	assert.InDelta(t, 2.0/64, e.P, 1e-12, "six of six, two-sided")
	assert.Equal(t, 1.0, Paired(old, old).P)
	assert.False(t, Paired(nil, nil).Ratio.Finite())
}

// Comparing A with B and comparing B with A give inverse intervals.
func TestIntervalsOfInverseRatiosAreInverse(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := MinSamples; n <= 40; n++ {
		old, new := make([]float64, n), make([]float64, n)
		for i := range old {
			old[i], new[i] = 1, 1+r.Float64()
			if n%2 == 0 {
				new[i] = 1 + math.Round(4*r.Float64())/8 // some are equal
			}
		}
		a, b := Paired(old, new).Ratio, Paired(new, old).Ratio
		assert.InDelta(t, 1, a.Lo*b.Hi, 1e-9, "%d rounds", n)
		assert.InDelta(t, 1, a.Hi*b.Lo, 1e-9, "%d rounds", n)
		assert.InDelta(t, 1, a.Center*b.Center, 1e-9, "%d rounds", n)
	}
}

func TestUnpaired(t *testing.T) {
	old := []float64{100, 101, 102, 103, 104, 105}
	new := []float64{200, 202, 204, 206, 208, 210}
	e := Unpaired(old, new)
	assert.InDelta(t, 2, e.Ratio.Center, 1e-3)
	assert.InDelta(t, 2.0/924, e.P, 1e-9, "all of one beyond all of the other: 2 of 12 over 6 orders")
	assert.Less(t, e.Ratio.Lo, 2.0)
	assert.Greater(t, e.Ratio.Lo, 1.9)
	assert.False(t, Unpaired([]float64{1, 2}, []float64{1, 2}).Ratio.Finite(), "two and two are too few")
}

// The intervals must do what they promise: cover the true value 19 times out of 20.
func TestIntervalsCoverTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const tries = 2000
	covered := map[string]int{}
	for range tries {
		old, new := make([]float64, 10), make([]float64, 10)
		for i := range old {
			old[i], new[i] = math.Exp(0.05*r.NormFloat64()), 1.1*math.Exp(0.05*r.NormFloat64())
		}
		for name, e := range map[string]Effect{"paired": Paired(old, new), "unpaired": Unpaired(old, new)} {
			if e.Ratio.Lo <= 1.1 && 1.1 <= e.Ratio.Hi {
				covered[name]++
			}
		}
	}
	for _, name := range []string{"paired", "unpaired"} {
		assert.GreaterOrEqual(t, covered[name], tries*94/100, "%s intervals that cover the true ratio, of %d", name, tries)
		assert.Less(t, covered[name], tries*99/100, "%s intervals are not much wider than they need to be", name)
	}
}

func TestAdjust(t *testing.T) {
	// The example in table 1 of Benjamini and Hochberg (1995): 15 p-values. The smallest four are
	// significant at 0.05.
	p := []float64{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1}
	q := Adjust(p)
	require.Len(t, q, len(p))
	for i := range q {
		assert.Equal(t, i < 4, q[i] < 0.05, "p = %g, q = %g", p[i], q[i])
	}
	assert.InDelta(t, 0.0015, q[0], 1e-12)
	assert.InDelta(t, 1, q[14], 1e-12)
	assert.Empty(t, Adjust(nil))
}

func TestGeoMean(t *testing.T) {
	assert.InDelta(t, 1, GeoMean([]float64{2, 0.5}), 1e-12)
	assert.InDelta(t, 3, GeoMean([]float64{3}), 1e-12)
}

func TestDirection(t *testing.T) {
	effect := func(lo, hi float64) Effect { return Effect{Ratio: Interval{Center: 1, Lo: lo, Hi: hi, N: 10}} }
	assert.Equal(t, 1, Direction(effect(1.02, 1.1), 0.01, 0.01))
	assert.Equal(t, -1, Direction(effect(0.9, 0.98), 0.01, 0.01))
	assert.Zero(t, Direction(effect(1.005, 1.1), 0.01, 0.01), "the interval reaches into what is allowed")
	assert.Zero(t, Direction(effect(0.9, 0.995), 0.01, 0.01), "the interval reaches into what is allowed")
	assert.Zero(t, Direction(effect(1.02, 1.1), FalseDiscoveries, 0.01), "not significant")
	assert.Zero(t, Direction(effect(math.Inf(-1), math.Inf(1)), 0, 0.01), "too few samples")
}
