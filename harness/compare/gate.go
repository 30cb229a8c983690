package compare

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gridjudge/harness/stats"
)

// Verdict is the result of one comparison.
type Verdict string

// The verdicts of the gate.
const (
	Same         Verdict = "same"
	Better       Verdict = "better"
	Regression   Verdict = "REGRESSION"
	Inconclusive Verdict = "inconclusive"
	BelowFloor   Verdict = "below the noise floor" // a change that exceeds what is allowed, but not the noise floor
	OnlyOld      Verdict = "only old"
	OnlyNew      Verdict = "only new"
	OtherSet     Verdict = "other cases" // the content of the set differs
	NotTimed     Verdict = "not timed"   // accepted in neither arm
)

// Rules say which changes count.
type Rules struct {
	Allow float64 // allowed change of time: 0.01 is 1 %
}

// DefaultRules are used if the user gives no other rules.
var DefaultRules = Rules{Allow: stats.LeastDifference}

// ParseAllow parses an allowed change: 2% or 0.02.
func ParseAllow(s string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch {
	case err != nil || !(v >= 0) || math.IsInf(v, 0) || v > 1 && !percent:
		return 0, fmt.Errorf("%q is no share: write 2%% or 0.02", s)
	case percent:
		return v / 100, nil
	}
	return v, nil
}

// limit returns the change of time that an estimate must exceed to count: the larger of Allow and floor.
func (r Rules) limit(floor float64) float64 { return max(r.Allow, floor) }

// Decide gives every comparison its verdict. It is a pure function of the numbers. A change of time counts only if
// it is significant after the correction for the number of comparisons, the whole interval of its ratio lies beyond the
// allowed change, and the change exceeds the noise floor. Counters need no statistics.
func Decide(cs []Comparison, rules Rules) {
	var timed []int
	var p []float64
	for i := range cs {
		if !cs[i].Counter && cs[i].Verdict == "" {
			timed = append(timed, i)
			p = append(p, cs[i].Effect.P)
		}
	}
	for k, q := range stats.Adjust(p) {
		cs[timed[k]].Q = q
	}
	for i := range cs {
		c := &cs[i]
		switch {
		case c.Verdict != "":
		case c.Counter:
			c.Verdict = map[int]Verdict{1: Regression, 0: Same, -1: Better}[cmp.Compare(c.New.Center, c.Old.Center)]
		default:
			c.Verdict, c.Reason = decideTime(c, rules)
		}
	}
}

func decideTime(c *Comparison, rules Rules) (Verdict, string) {
	r := c.Effect.Ratio
	if !r.Finite() {
		return Inconclusive, fmt.Sprintf("%d samples; at least %d are needed for a finite interval", r.N, stats.MinSamples)
	}
	beyond := stats.Direction(c.Effect, 0, rules.Allow) // whatever the q-value is
	direction := stats.Direction(c.Effect, c.Q, rules.Allow)
	switch {
	case beyond != 0 && stats.Distance(r.Center) <= c.Floor:
		return BelowFloor, fmt.Sprintf("the change of %+.1f%% exceeds the allowed %.3g%%, but not the noise floor of %.1f%%", 100*(r.Center-1), 100*rules.Allow, 100*c.Floor)
	case direction > 0:
		return Regression, ""
	case direction < 0:
		return Better, ""
	case beyond != 0:
		return Inconclusive, fmt.Sprintf("q = %.2g, not below %.2g", c.Q, stats.FalseDiscoveries)
	case r.Center <= 1+rules.limit(c.Floor):
		return Same, ""
	}
	return Inconclusive, fmt.Sprintf("its interval reaches down to %+.1f%%", 100*(r.Lo-1))
}
