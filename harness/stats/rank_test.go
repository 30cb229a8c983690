package stats

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRanksOfIntervals(t *testing.T) {
	// Worked by hand: b and c overlap, a is below and d above both.
	times := []Interval{{Lo: 1, Hi: 2}, {Lo: 3, Hi: 5}, {Lo: 4, Hi: 6}, {Lo: 7, Hi: 9}}
	ahead := func(i, j int) bool { return times[i].Hi < times[j].Lo }
	ranks := Ranks(len(times), ahead)
	assert.Equal(t, []RankInterval{{1, 1}, {2, 3}, {2, 3}, {4, 4}}, ranks)
	assert.Equal(t, "[1 2-3 2-3 4]", fmt.Sprint(ranks))
	assert.Empty(t, Ranks(0, ahead))
	assert.Equal(t, []RankInterval{{1, 1}}, Ranks(1, ahead))
}

// TestRanksHoldEveryPossibleOrder compares the intervals with the ranks of all points that lie within the intervals of
// time, drawn at random.
func TestRanksHoldEveryPossibleOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		times := make([]Interval, 2+random.IntN(6))
		for i := range times {
			low := random.Float64()
			times[i] = Interval{Lo: low, Hi: low + random.Float64()/2}
		}
		ranks := Ranks(len(times), func(i, j int) bool { return times[i].Hi < times[j].Lo })
		for range 20 {
			drawn := make([]float64, len(times))
			for i, interval := range times {
				drawn[i] = interval.Lo + random.Float64()*(interval.Hi-interval.Lo)
			}
			for i := range drawn {
				rank := 1
				for j := range drawn {
					if drawn[j] < drawn[i] {
						rank++
					}
				}
				assert.GreaterOrEqual(t, rank, ranks[i].Best)
				assert.LessOrEqual(t, rank, ranks[i].Worst)
			}
		}
	}
}
