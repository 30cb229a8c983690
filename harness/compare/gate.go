package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Verdict is the result of one comparison. The zero value says that there is none yet.
type Verdict int

// The verdicts of the gate. Verdicts that need more attention come first.
const (
	Regression Verdict = iota + 1
	Inconclusive
	BelowFloor // a change that exceeds what is allowed, but not the noise floor
	Better
	Traded // a counter that rose while the time is better
	Noise  // a change of time between two runs of one build
	Slight // its interval excludes 0 and reaches into the allowed change
	Same
	NotTimed // accepted on neither side, no sample on one, or a process on one side only
	OnlyOld
	OnlyNew
	OtherSet // the content of the set differs
)

// String returns the words of a verdict that tables, CSV and JSON show.
func (v Verdict) String() string {
	return [...]string{
		Regression: "REGRESSION", Inconclusive: "inconclusive", BelowFloor: "below the noise floor", Better: "better", Traded: "more, but faster",
		Noise: "noise of one build", Slight: "may be negligible", Same: "not shown to differ", NotTimed: "not timed", OnlyOld: "only old",
		OnlyNew: "only new", OtherSet: "other cases",
	}[v]
}

// Rules say which changes count.
type Rules struct {
	Allow float64 // allowed change of time: 0.01 is 1 %
	Asked bool    // the user chose Allow

	// OneBuild holds the benchmarks of built-in solvers if both runs are of one build, so that a change in their times is
	// noise. It is nil if the runs are of two builds.
	OneBuild map[results.Benchmark]bool

	Doubt // the zero value if only the code can have changed a time
}

// A Doubt says that something other than the code may have changed the times. The field Because contains the reason,
// for example that a run was measured on a busy machine. The field Within says how large a change the reason may
// explain, as a factor. For example, if Within is 2, a time is only called better or a regression if it fell below a
// half or more than doubled. A smaller change is inconclusive if it exceeds the allowed change. If the times of the two
// runs are not comparable, Within is infinite, and all times are inconclusive.
type Doubt struct {
	Within  float64
	Because string
}

// The doubts about recorded runs. The machines that we measured on were up to 30 % slower on another day, and on a busy
// machine another thread takes up to half of a core.
var (
	sequential  = Doubt{1.3, "the runs were measured one after the other"}
	undated     = Doubt{1.3, "a file does not say when it was measured, and the machine may have changed in between"}
	busyMachine = Doubt{2, "a run was measured on a busy machine"}
)

// DefaultRules are used if the user gives no other rules.
var DefaultRules = Rules{Allow: stats.LeastDifference}

// ParseAllow parses an allowed change, such as 2% or 0.02.
func ParseAllow(s string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	switch {
	case err != nil || !(v >= 0) || math.IsInf(v, 0) || v > 1 && !percent:
		return 0, fmt.Errorf("%q is not a share: write 2%% or 0.02", s)
	case percent:
		return v / 100, nil
	}
	return v, nil
}

// limit returns the larger of the allowed change and the noise floor. For example, if the allowed change is 1 % and the
// floor is 2 %, the limit is 2 %. If an estimated change exceeds the limit, it is worth measuring longer or again, and
// a slowdown is not called negligible. The verdicts Better and Regression need more than an estimate beyond the limit:
// see decideTime.
func (r Rules) limit(floor float64) float64 { return max(r.Allow, floor) }

// Decide gives a verdict to every comparison that does not have one yet. The verdicts depend only on the comparisons
// and on the rules. The p-values of all times are corrected together.
//
// Counters need no statistics. Two sides differ if every sample of one side has a larger counter than every sample of
// the other side. A counter that rose is a regression, unless the time of the same benchmark is better.
func Decide(cs []Comparison, rules Rules) {
	var open []*Comparison
	var p []float64
	for i := range cs {
		if c := &cs[i]; c.Verdict == 0 && !c.Counter { // one with a verdict was not compared
			open, p = append(open, c), append(p, c.Effect.P)
		}
	}
	faster := map[results.Benchmark]bool{}
	for i, q := range stats.Adjust(p) {
		open[i].Q = q
		open[i].Verdict, open[i].Reason = decideTime(open[i], rules)
		switch r := open[i].Effect.Ratio; {
		case math.IsInf(rules.Within, 1):
			open[i].Verdict, open[i].Reason = Inconclusive, rules.Because
		case open[i].apart != "":
			open[i].Verdict, open[i].Reason = Inconclusive, open[i].apart
		case open[i].Verdict == Same || few(r):
		case rules.OneBuild[open[i].Benchmark]:
			open[i].Verdict, open[i].Reason = Noise, ""
		case open[i].Verdict == Slight:
		case max(r.Center, 1/r.Center) <= rules.Within:
			open[i].Verdict, open[i].Reason = Inconclusive, fmt.Sprintf("less than a factor of %v: %s", rules.Within, rules.Because)
		}
		faster[open[i].Benchmark] = open[i].Verdict == Better
	}
	for i := range cs {
		switch c := &cs[i]; {
		case c.Verdict != 0:
		case c.New.Hi < c.Old.Lo:
			c.Verdict = Better
		case c.New.Lo <= c.Old.Hi:
			c.Verdict = Same
		case faster[c.Benchmark]: // a heuristic may visit more nodes in less time, and then that is not a regression
			c.Verdict = Traded
		default:
			c.Verdict = Regression
		}
	}
}

// few reports whether a time has too few samples for a verdict. It checks the number of samples as well as the
// interval, because the interval may be finite although one side has few samples.
func few(ratio stats.Interval) bool { return ratio.N < stats.MinSamples || !ratio.Finite() }

// decideTime returns the verdict on a time, and the reason for it. A change counts if it meets three conditions, which
// are checked in this order:
//  1. Its interval lies beyond the allowed change.
//  2. It exceeds the noise floor. This is checked before the significance, because even a program that is compared with
//     itself shows changes within the floor, however small their q is.
//  3. It is significant, that is, q is small.
//
// The reason names the first condition that is not met.
func decideTime(c *Comparison, rules Rules) (Verdict, string) {
	r := c.Effect.Ratio
	within := r.Beyond(rules.Allow) == 0
	switch {
	case few(r):
		return Inconclusive, fmt.Sprintf("%s on one side; a verdict needs at least %d on each", report.Counted(r.N, "sample"), stats.MinSamples)
	case within && r.Center > 1+rules.limit(c.Floor): // missing a slowdown is worse than missing an improvement
		return Inconclusive, fmt.Sprintf("its interval reaches down to %s%%", percent(r.Lo-1))
	case within && r.Beyond(0) != 0:
		return Slight, ""
	case within:
		return Same, ""
	case stats.Distance(r.Center) <= c.Floor:
		return BelowFloor, fmt.Sprintf("the change of %+.1f%% exceeds the allowed %.3g%%, but not the noise floor of %.1f%%",
			100*(r.Center-1), 100*rules.Allow, 100*c.Floor)
	}
	switch stats.Direction(c.Effect, c.Q, rules.Allow) {
	case -1:
		return Better, ""
	case 1:
		return Regression, ""
	}
	return Inconclusive, fmt.Sprintf("q = %.2g, not below %.2g", c.Q, stats.FalseDiscoveries)
}
