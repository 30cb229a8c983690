package compare

import (
	"maps"
	"math"
	"slices"

	"gridjudge/harness/stats"
)

// looks is a plan for a test that may end a measurement early. It says after how many rounds the test looks at the
// samples so far. Each look is one more chance to be wrong. So all looks together may be wrong with a probability of
// only 5 % (sequentialError), and the plan gives each look a share of these 5 %. For example, looks{6: 0.5, 9: 0.5}
// plans a look after 6 rounds and another look after 9 rounds. Each look gets half of the 5 %, so it may be wrong with
// a probability of at most 2.5 %.
type looks map[int]float64

// sequentialError is the largest probability of an error at all looks of a measurement together.
const sequentialError = 0.05

// screeningLooks returns the looks of a first measurement. There is no look after its last round, because at that point
// the estimates decide which benchmarks are measured again.
func screeningLooks(rounds int) looks {
	all := plannedLooks(rounds, 1, looks{6: 0.5, 9: 0.5})
	delete(all, rounds)
	return all
}

// retestLooks plans the looks of a second measurement: after 40, 60, 80 and 100 % of the rounds. All looks together may
// be wrong with a probability of 5 %. The first three looks get only 1, 4 and 9 % of these 5 %, so they end a
// measurement only if the result is very clear. The last look gets the remaining 86 %. It is therefore almost as
// sensitive as a single test after all rounds (O'Brien and Fleming 1979).
func retestLooks(rounds int) looks {
	return plannedLooks(rounds, 2, looks{4: 0.01, 6: 0.04, 8: 0.09, 10: 0.86})
}

// plannedLooks turns a plan into the looks of a measurement. The plan says after how many tenths of the rounds a look
// comes, and which share of the error it gets. The parameter sides says whether the test is one-sided (1) or two-sided
// (2).
//
// A look that comes too early to decide anything is left out, and its share goes to the next look. For example, a
// retest of 12 rounds would have looks after 5, 8, 10 and 12 rounds. The clearest possible result of a look is that all
// ratios lie on the same side. This also happens by chance, even if nothing has changed. If it happens more often than
// the look may be wrong, the look is left out:
//
//	look after   share of the 5 %   may be wrong in      all ratios on one side, by chance
//	 5 rounds     1 %               1 of 2000 retests    1 of 16 retests     left out
//	 8 rounds     1 + 4 =  5 %      1 of 400             1 of 128            left out
//	10 rounds     5 + 9 = 14 %      1 of 143             1 of 512
//	12 rounds    86 %               1 of 23              1 of 2048
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

// sideOf decides on which side of the limit the median of ratios lies. It uses the exact sign test, which counts how
// many ratios lie beyond the limit. The decision is wrong with a probability of at most share times sequentialError.
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
