package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDurationsHaveTheQuantilesOfASlice compares Durations with Quantile, for durations of all sizes.
func TestDurationsHaveTheQuantilesOfASlice(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 100, blockLength, 3*blockLength + 1} {
		d := &Durations{}
		require.Zero(t, d.Quantile(0.5))
		var all []time.Duration
		for range n {
			v := time.Duration(rnd.Uint64() >> (24 + rnd.IntN(40)))
			if rnd.IntN(4) == 0 {
				v = 70_000
			}
			d.Add(v)
			all = append(all, v)
		}
		require.Equal(t, n, d.Len())
		for _, q := range []float64{0, 0.01, 0.25, 0.5, 0.9, 0.99, 1} {
			assert.Equal(t, Quantile(all, q), d.Quantile(q), "n = %d, q = %v", n, q)
			assert.True(t, d.Reaches(q, slices.Min(all)))
			assert.False(t, d.Reaches(q, slices.Max(all)+1))
		}
	}
}

// TestDurationsTakeFourBytes checks that short durations take four bytes each, and that adding one does not
// copy the others. The runtime's own allocations count, too, so the least of several measurements is the right one.
func TestDurationsTakeFourBytes(t *testing.T) {
	const n = 64 * blockLength
	least := math.Inf(1)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d := &Durations{}
		for i := range n {
			d.Add(time.Duration(i))
		}
		runtime.ReadMemStats(&after)
		require.Equal(t, n, d.Len())
		least = min(least, float64(after.TotalAlloc-before.TotalAlloc)/n)
	}
	assert.Less(t, least, 4.1)
}
