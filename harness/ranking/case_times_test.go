package ranking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

var inf = math.Inf(1)

// byHand returns the times of three solvers on four cases. One of the cases is solved by c alone.
func byHand() *CaseTimes {
	return &CaseTimes{
		Cases: []Case{{"p/s", 1}, {"p/s", 2}, {"p/s", 3}, {"p/s", 4}},
		Solvers: []SolverTimes{
			{Solver: "a", Seconds: []float64{1, 4, inf, inf}},
			{Solver: "b", Seconds: []float64{2, 2, inf, inf}},
			{Solver: "c", Seconds: []float64{8, 2, 9, inf}},
		},
	}
}

func TestVirtualBestByHand(t *testing.T) {
	assert.Equal(t, []float64{1, 2, 9, inf}, byHand().Best().Seconds)
}

func TestDistributionAndProfileByHand(t *testing.T) {
	assert.Equal(t, []Share{{1, 0.2}, {2, 0.6}, {3, 0.8}}, Distribution([]float64{2, 1, inf, 2, 3}))
	assert.Empty(t, Distribution([]float64{inf}))
	assert.Empty(t, Distribution(nil))
	assert.Equal(t, [][]Share{{{1, 0.25}, {2, 0.5}}, {{1, 0.25}, {2, 0.5}}, {{1, 0.5}, {8, 0.75}}}, byHand().Profile())
}

// Sorting must give the same as counting, on random times with ties and unsolved cases.
func TestCaseTimesAgreeWithCounting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 12))
	for try := range 200 {
		c := &CaseTimes{Cases: make([]Case, 1+r.IntN(30))}
		for s := range 1 + r.IntN(6) {
			times := make([]float64, len(c.Cases))
			for i := range times {
				times[i] = float64(1 + r.IntN(8))
				if r.IntN(4) == 0 {
					times[i] = inf
				}
			}
			c.Solvers = append(c.Solvers, SolverTimes{Solver: fmt.Sprint(s), Seconds: times})
		}
		n := float64(len(c.Cases))
		profile := c.Profile()
		for s, solver := range c.Solvers {
			for _, at := range []float64{0.5, 1, 1.5, 2, 3, 5, 8} {
				solved, within := 0, 0
				for i, v := range solver.Seconds {
					least := inf
					for _, other := range c.Solvers {
						least = math.Min(least, other.Seconds[i])
					}
					if v <= at {
						solved++
					}
					if !math.IsInf(v, 1) && v <= at*least {
						within++
					}
				}
				assert.Equal(t, float64(solved)/n, shareAt(Distribution(solver.Seconds), at), "try %d: solved in %g s", try, at)
				assert.Equal(t, float64(within)/n, shareAt(profile[s], at), "try %d: within %g of the best", try, at)
			}
		}
	}
}

// shareAt is the value of a distribution at x.
func shareAt(d []Share, x float64) float64 {
	share := 0.0
	for _, p := range d {
		if p.X <= x {
			share = p.Share
		}
	}
	return share
}
