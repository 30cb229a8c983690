package stats

import (
	"math"
	"slices"
	"time"
)

// Quantile returns the q-quantile of values by the rule of the package doc; 0 if there are none. values stay in
// their order. Values may be infinite: a quantile between a finite and an infinite value is infinite.
func Quantile[T ~int | ~int64 | ~uint64 | ~float64](values []T, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return quantile(len(sorted), q, func(k int) float64 { return float64(sorted[k]) })
}

// quantile returns the q-quantile of n values, of which at returns the k-th smallest,
// counted from 0.
func quantile(n int, q float64, at func(k int) float64) float64 {
	whole, fraction := math.Modf(min(max(1.0/3+q*(float64(n)+1.0/3), 1), float64(n)))
	below := at(int(whole) - 1)
	if fraction == 0 {
		return below
	}
	above := at(int(whole))
	if below == above {
		return below
	}
	return below + fraction*(above-below)
}

// Durations holds many durations in four bytes each, or eight for one of 4.29 s and
// more. Its quantiles are exact.
type Durations struct {
	blocks [][]uint32      // in nanoseconds, all full but the last
	long   []time.Duration // what does not fit into a uint32
	n      int
}

// blockLength is the number of durations in a block: appending never copies old ones.
const blockLength = 1 << 14

// Add adds a duration. A negative one counts as 0.
func (d *Durations) Add(t time.Duration) {
	d.n++
	if t > math.MaxUint32 {
		d.long = append(d.long, t)
		return
	}
	last := len(d.blocks) - 1
	if last < 0 || len(d.blocks[last]) == blockLength {
		d.blocks = append(d.blocks, make([]uint32, 0, blockLength))
		last++
	}
	d.blocks[last] = append(d.blocks[last], uint32(max(t, 0)))
}

// Len returns how many durations were added.
func (d *Durations) Len() int { return d.n }

// Quantile returns the q-quantile by the rule of the package doc; 0 if there are none.
func (d *Durations) Quantile(q float64) float64 {
	if d.n == 0 {
		return 0
	}
	return quantile(d.n, q, func(k int) float64 { return float64(d.at(k)) })
}

// at returns the k-th smallest duration, counted from 0.
func (d *Durations) at(k int) time.Duration {
	if short := d.n - len(d.long); k >= short {
		return slices.Sorted(slices.Values(d.long))[k-short]
	}
	return time.Duration(least(math.MaxUint32, func(x uint64) bool {
		n := 0
		for _, block := range d.blocks {
			for _, v := range block {
				if uint64(v) <= x {
					n++
				}
			}
		}
		return n > k
	}))
}
