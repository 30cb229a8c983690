package compare

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// roundsOf returns the rounds after which the looks come.
func roundsOf(l looks) []int { return slices.Sorted(maps.Keys(l)) }

func TestLooks(t *testing.T) {
	assert.Equal(t, looks{6: 0.5, 9: 0.5}, screeningLooks(DefaultRounds))
	assert.Equal(t, looks{16: 0.01, 24: 0.04, 32: 0.09, 40: 0.86}, retestLooks(retestFactor*DefaultRounds))
	for rounds := 2 * stats.MinSamples; rounds < 200; rounds++ {
		all := retestLooks(rounds)
		require.Equal(t, rounds, slices.Max(roundsOf(all)), "the last look is at the end")
		sum := 0.0
		for at, share := range all {
			sum += share
			assert.LessOrEqual(t, math.Pow(2, 1-float64(at)), sequentialError*share,
				"the interval of look %d of %d rounds is finite", at, rounds)
		}
		assert.InDelta(t, 1, sum, 1e-9, "all looks of %d rounds share the error", rounds)
	}
	assert.Empty(t, screeningLooks(stats.MinSamples), "six rounds are too few for a look before their end")
}

// Suppose the true ratio of a benchmark is exactly at the limit. Then the looks together find it on one side of the
// limit with at most the allowed probability, whatever the noise is.
func TestSettlingErrsAsSeldomAsPromised(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	const tries, limit = 20_000, 0.01
	for _, all := range []looks{screeningLooks(10), screeningLooks(40), retestLooks(40)} {
		wrong, last := map[side]int{}, slices.Max(roundsOf(all))
		for range tries {
			var ratios []float64
			decided := unclear
			for rounds := 1; decided == unclear && rounds <= last; rounds++ {
				ratios = append(ratios, (1+limit)*math.Exp(0.02*r.NormFloat64()))
				if share, due := all[rounds]; due {
					decided = sideOf(ratios, limit, share)
				}
			}
			wrong[decided]++
		}
		for _, s := range []side{inside, outside} {
			assert.LessOrEqual(t, float64(wrong[s])/tries, 1.1*sequentialError, "settled on side %d at the limit, looks %v", s, all)
		}
	}
}

func TestSettle(t *testing.T) {
	const share = 0.5
	steady := []float64{1.001, 0.999, 1.002, 1.001, 0.998, 1}
	assert.Equal(t, inside, sideOf(steady, 0.01, share))
	assert.Equal(t, outside, sideOf([]float64{1.02, 1.03, 1.02, 1.03, 1.02, 1.03}, 0.01, share))
	assert.Equal(t, outside, sideOf([]float64{0.9, 0.9, 0.9, 0.9, 0.9, 0.9}, 0.01, share))
	assert.Equal(t, unclear, sideOf(append([]float64{1.02}, steady[1:]...), 0.01, share), "one of six is beyond the limit")
	assert.Equal(t, unclear, sideOf(steady, 0.01, 0.1), "the share is too small for six rounds")
	assert.Equal(t, unclear, sideOf(nil, 0.01, share))
}

// The second measurement looks at its samples several times. If A is compared with A and is measured again whatever
// the first measurement showed, it must not be called a change more often than with a single look.
func TestSeveralLooksCallNoMoreChanges(t *testing.T) {
	cells := manyCells(1)
	changes := 0
	const tries = 2000
	for try := range uint64(tries) {
		m := &simulatedMachine{rand: rand.New(rand.NewPCG(try, 7)), noise: 0.02}
		p := &simulated{machine: m, cells: cells}
		e := &Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: try}}}, Targets: [2]Target{p, p}}
		require.NoError(t, e.judge(t.Context()))
		retest := &measurement{
			Experiment: e, all: []*benchmark{e.chosen[0].fresh()}, most: 40, looks: retestLooks(40),
			floor: func(results.Benchmark) float64 { return 0 }, found: []Comparison{timed(1.05, 1.03, 1.07, 1e-6, 0)},
		}
		retest.found[0].Benchmark = cells[0]
		require.NoError(t, retest.run(t.Context(), retest.confirm))
		if v := retest.found[0].Verdict; v == Regression || v == Better {
			changes++
		}
	}
	t.Logf("%d of %d", changes, tries)
	assert.LessOrEqual(t, changes, tries*55/1000, "changes called of %d comparisons of a program with itself", tries)
	assert.Positive(t, changes, "the test can fail")
}
