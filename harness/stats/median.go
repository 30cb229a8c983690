package stats

import (
	"encoding/json"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Confidence is the confidence level of all intervals, unless a function takes another one.
const Confidence = 0.95

// MinSamples is the least number of samples with a finite interval of the median at 95 %.
const MinSamples = 6

// Interval is an estimate with its interval. The bounds are infinite if there are too few samples.
type Interval struct {
	Center float64 `json:"center"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
	N      int     `json:"samples"`
}

// MarshalJSON writes null for a bound that is not finite: JSON has no infinity.
func (i Interval) MarshalJSON() ([]byte, error) {
	finite := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	return json.Marshal(map[string]any{"center": finite(i.Center), "lo": finite(i.Lo), "hi": finite(i.Hi), "samples": i.N})
}

// Finite reports whether there were enough samples.
func (i Interval) Finite() bool { return !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0) }

// Beyond returns -1 if the whole interval of a ratio lies below the allowed change, 1 if it lies above it, and 0
// otherwise. For an allow of 0.01, the allowed change is from 1/1.01 to 1.01.
func (i Interval) Beyond(allow float64) int {
	switch {
	case i.Finite() && i.Hi < 1/(1+allow):
		return -1
	case i.Finite() && i.Lo > 1+allow:
		return 1
	}
	return 0
}

// Spread returns the larger distance of a bound from the centre, relative to it.
func (i Interval) Spread() float64 { return max(i.Hi/i.Center-1, 1-i.Lo/i.Center) }

// Median returns the median with its exact order-statistic interval. values stay in their order.
func Median(values []float64) Interval { return medianAt(values, Confidence) }

func medianAt(values []float64, confidence float64) Interval {
	// NewSample sorts what it is given.
	s := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	return Interval{sum.Center, sum.Lo, sum.Hi, len(values)}
}
