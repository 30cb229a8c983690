package compare

import (
	"maps"
	"math"
	"slices"

	"gridjudge/harness/stats"
)

// looks are the points of a measurement at which the measurement of a benchmark may end. A key is the number of
// rounds taken by then, and its value is the share of sequentialError that this look may use up.
type looks map[int]float64

// sequentialError is the largest probability of an error at all looks of a measurement together.
const sequentialError = 0.05

// screeningLooks returns the looks of a first measurement. No look comes after its last round, because then the
// estimates decide which benchmarks are measured again.
func screeningLooks(rounds int) looks {
	all := plannedLooks(rounds, 1, looks{6: 0.5, 9: 0.5})
	delete(all, rounds)
	return all
}

// retestLooks returns the looks of a second measurement. The last look comes after the last round. The earlier ones
// have small shares of the error, so that the last look has nearly the power of a measurement with a single look
// (O'Brien and Fleming 1979).
func retestLooks(rounds int) looks {
	return plannedLooks(rounds, 2, looks{4: 0.01, 6: 0.04, 8: 0.09, 10: 0.86})
}

// plannedLooks turns a plan, which counts in tenths of the rounds, into the looks of a measurement. If a look comes
// so early that no samples could satisfy a test (one-sided or two-sided, as sides says) with its share of the error,
// the look is left out, and the next one gets its share.
func plannedLooks(rounds int, sides float64, plan looks) looks {
	all, share := looks{}, 0.0
	for _, tenths := range slices.Sorted(maps.Keys(plan)) {
		at := (tenths*rounds + 9) / 10 // rounded up
		share += plan[tenths]
		smallestP := sides * math.Pow(2, -float64(at))
		if smallestP <= sequentialError*share {
			all[at], share = share, 0
		}
	}
	return all
}

// side says on which side of a limit the true ratio of a benchmark lies.
type side int

const (
	unclear side = iota
	inside       // within 1/(1+limit) and 1+limit
	outside      // beyond one of them
)

// sideOf decides by the exact sign test on which side of the limit the median of ratios lies. It is wrong with a
// probability of at most share times sequentialError.
func sideOf(ratios []float64, limit, share float64) side {
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
	few := func(k int) bool { return stats.SignTail(n, k) <= sequentialError*share } // fewer than chance explains
	switch {
	case few(above) && few(below):
		return inside
	case few(n-above) || few(n-below):
		return outside
	}
	return unclear
}
