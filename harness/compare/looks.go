package compare

import (
	"math"
	"slices"

	"gridjudge/harness/stats"
)

// look is a point of a measurement, after a number of rounds, at which the measurement of a benchmark may end.
type look struct {
	rounds int     // rounds measured before the look
	share  float64 // share of sequentialError
}

// sequentialError is the largest probability of an error at all looks of a measurement together.
const sequentialError = 0.05

// screeningLooks returns the looks of a first measurement. There is none after its last round: then the estimates
// decide which benchmarks are measured again.
func screeningLooks(rounds int) []look {
	all := looks(rounds, 1, []look{{6, 0.5}, {9, 0.5}})
	return slices.DeleteFunc(all, func(l look) bool { return l.rounds == rounds })
}

// retestLooks returns the looks of a second measurement. The last look comes after the last round. The earlier ones
// have small shares of the error, so that the last look has nearly the power of a measurement with a single look
// (O'Brien and Fleming 1979).
func retestLooks(rounds int) []look {
	return looks(rounds, 2, []look{{4, 0.01}, {6, 0.04}, {8, 0.09}, {10, 0.86}})
}

// looks returns the looks of a measurement. plan counts in tenths of its rounds. If a look comes so early that its
// share of the error is too small for any decision by a test with so many sides, the next look gets its share.
func looks(rounds int, sides float64, plan []look) []look {
	var out []look
	share := 0.0
	for _, l := range plan {
		at := (l.rounds*rounds + 9) / 10 // rounded up
		share += l.share
		smallestP := sides * math.Pow(2, -float64(at))
		if smallestP <= sequentialError*share {
			out = append(out, look{at, share})
			share = 0
		}
	}
	return out
}

// lookAt returns the look after a number of rounds. ok is false if there is none.
func lookAt(all []look, rounds int) (l look, ok bool) {
	for _, l := range all {
		if l.rounds == rounds {
			return l, true
		}
	}
	return look{}, false
}

// side says on which side of a limit the true ratio of a benchmark lies.
type side int

const (
	unclear side = iota
	inside       // within 1/(1+limit) and 1+limit
	outside      // beyond one of them
)

// sideOf decides by the exact sign test on which side of the limit the median of ratios lies. The probability of a
// wrong decision is at most the look's share of sequentialError.
func sideOf(ratios []float64, limit float64, l look) side {
	above, below := 0, 0
	for _, r := range ratios {
		switch {
		case r > 1+limit:
			above++
		case r < 1/(1+limit):
			below++
		}
	}
	n := len(ratios)
	few := func(k int) bool { return stats.SignTail(n, k) <= sequentialError*l.share } // too few for chance
	switch {
	case n == 0:
		return unclear
	case few(above) && few(below):
		return inside
	case few(n-above) || few(n-below):
		return outside
	}
	return unclear
}
