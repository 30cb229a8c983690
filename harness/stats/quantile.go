package stats

import (
	"encoding/json"
	"math"
	"math/bits"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// Quantile returns the q-quantile of values by the rule of the package doc, or 0 if there are none. It does
// not change values. Values may be infinite, and a quantile between a finite and an infinite value is
// infinite.
func Quantile[T ~int | ~int64 | ~uint64 | ~float64](values []T, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return quantile(len(sorted), q, func(k int) float64 { return float64(sorted[k]) })
}

// quantile returns the q-quantile of n values, or 0 if n is 0. at must return the k-th smallest value,
// counted from 0.
func quantile(n int, q float64, at func(k int) float64) float64 {
	if n == 0 {
		return 0
	}
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

// Durations holds many durations in little memory: four bytes for each, and eight for a duration of 4.29 s
// or more. Its quantiles are exact.
type Durations struct {
	blocks [][]uint32      // in nanoseconds; all blocks are full except the last
	most   uint32          // the largest duration in the blocks
	long   []time.Duration // the durations that do not fit into a uint32
	n      int
}

// blockLength is the number of durations in a block. Durations are stored in blocks so that appending never copies
// old durations. The blocks are small so that a few durations take little memory.
const blockLength = 1 << 10

// Add adds a duration. A negative duration counts as 0.
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
	short := uint32(max(t, 0))
	d.blocks[last], d.most = append(d.blocks[last], short), max(d.most, short)
}

// Len returns how many durations were added.
func (d *Durations) Len() int { return d.n }

// Quantile returns the q-quantile by the rule of the package doc, or 0 if there are no durations.
func (d *Durations) Quantile(q float64) float64 {
	return quantile(d.n, q, func(k int) float64 { return float64(d.at(k)) })
}

// Reaches reports whether the q-quantile was computed from a duration of at least t. Callers need this if durations
// were cut off. For example, if cases were stopped after the time t, nobody knows how long they would have taken. If
// the quantile was computed from the duration of such a case, it is only a lower bound.
func (d *Durations) Reaches(q float64, t time.Duration) bool {
	return math.IsInf(quantile(d.n, q, func(k int) float64 {
		if d.at(k) >= t {
			return math.Inf(1)
		}
		return 0
	}), 1)
}

// at returns the k-th smallest duration, counted from 0.
//
// It finds the result byte by byte, and begins with the highest byte in which some value is not 0. For example, let k
// be 60, so the result is at position 60 if the values are sorted. Suppose that 40 values begin with the byte 0, and 30
// values with the byte 1. Then the values at positions 0 to 39 begin with 0, and those at positions 40 to 69 begin with
// 1. So the result begins with 1. Among the 30 values that begin with 1, its position is 60 - 40 = 20, and its next
// byte is found in the same way.
//
// All values are read at most four times, once for each byte. (Bisection would be shorter to write, but would read all
// of them 32 times.)
func (d *Durations) at(k int) time.Duration {
	if short := d.n - len(d.long); k >= short {
		return slices.Sorted(slices.Values(d.long))[k-short]
	}
	var found uint32 // the bytes found so far, which are the higher ones
	for shift := (bits.Len32(d.most|1) - 1) &^ 7; shift >= 0; shift -= 8 {
		var counts [256]int
		for _, block := range d.blocks {
			for _, v := range block {
				if uint64(v^found)>>(shift+8) == 0 {
					counts[v>>shift&0xff]++
				}
			}
		}
		next := uint32(0)
		for ; k >= counts[next]; next++ {
			k -= counts[next]
		}
		found |= next << shift
	}
	return time.Duration(found)
}

// Confidence is the confidence level of all intervals, unless a function takes another one.
const Confidence = 0.95

// MinSamples is the least number of samples for which the 95 % interval of the median is finite.
const MinSamples = 6

// Interval is an estimate with its confidence interval. If there are too few samples, the bounds are
// infinite.
type Interval struct {
	Center float64 `json:"center"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	N      int     `json:"samples"`
}

// MarshalJSON writes null for a bound that is not finite, because JSON has no infinity.
func (i Interval) MarshalJSON() ([]byte, error) {
	finite := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	return json.Marshal(map[string]any{"center": finite(i.Center), "lo": finite(i.Lo), "hi": finite(i.Hi), "samples": i.N})
}

// Finite reports whether there were enough samples for finite bounds.
func (i Interval) Finite() bool { return !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0) }

// Beyond returns -1 if the whole interval of a ratio lies below the allowed change, 1 if it lies above, and
// 0 otherwise. If allow is 0.01, changes from 1/1.01 to 1.01 are allowed.
func (i Interval) Beyond(allow float64) int {
	switch {
	case i.Finite() && i.Hi < 1/(1+allow):
		return -1
	case i.Finite() && i.Lo > 1+allow:
		return 1
	}
	return 0
}

// Spread returns the larger of the distances from the centre to the two bounds, relative to the centre.
func (i Interval) Spread() float64 { return max(i.Hi/i.Center-1, 1-i.Lo/i.Center) }

// Median returns the median with its exact order-statistic interval. It does not change values.
func Median(values []float64) Interval { return medianAt(values, Confidence) }

func medianAt(values []float64, confidence float64) Interval {
	// NewSample sorts the slice that it is given.
	s := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	return Interval{sum.Center, sum.Lo, sum.Hi, len(values)}
}
