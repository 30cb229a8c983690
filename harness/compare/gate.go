package compare

import (
	"fmt"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Verdict is what the gate says of one comparison.
type Verdict string

// The verdicts of the gate.
const (
	Same         Verdict = "same"
	Better       Verdict = "better"
	Regression   Verdict = "REGRESSION"
	Inconclusive Verdict = "inconclusive"
	OnlyOld      Verdict = "only old"
	OnlyNew      Verdict = "only new"
	OtherSet     Verdict = "other cases" // the set's content differs: not comparable
	NotTimed     Verdict = "not timed"   // accepted on neither side
)

// Rules are what a difference has to exceed to count.
type Rules struct {
	Allow float64 // allowed change of time: 0.01 is 1 %
	Q     float64 // false discovery rate over all comparisons of time
}

// DefaultRules hold where the user gives no others.
var DefaultRules = Rules{Allow: 0.01, Q: 0.05}

// Comparison is one cell in one unit, old against new.
type Comparison struct {
	Benchmark results.Benchmark
	Unit      string
	Old, New  stats.Interval

	// Effect, Floor and Q are of times: how large, how large the same program
	// against itself seems on this machine, and how surely not by chance.
	Effect stats.Effect
	Floor  float64
	Q      float64

	Exact   bool // a counter: no chance involved
	Again   bool // measured a second time
	Verdict Verdict
	Reason  string
}

// beyond is the change of time that a point estimate has to exceed.
func (c *Comparison) beyond(r Rules) float64 { return max(r.Allow, c.Floor) }

// Decide gives every comparison its verdict. It is a pure function of the
// numbers: of times a change counts only where it is significant after the
// correction for the number of comparisons, its interval lies beyond the
// allowed change, and it exceeds the noise floor. An estimate beyond both limits
// that is not as certain as that is inconclusive. Counters need no statistics.
func Decide(cs []Comparison, rules Rules) {
	var timed []int
	var p []float64
	for i := range cs {
		if !cs[i].Exact && cs[i].Verdict == "" {
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
		case c.Exact:
			c.Verdict = exact(c)
		default:
			c.Verdict, c.Reason = timing(c, rules)
		}
	}
}

func exact(c *Comparison) Verdict {
	switch {
	case c.New.Center > c.Old.Center:
		return Regression
	case c.New.Center < c.Old.Center:
		return Better
	}
	return Same
}

func timing(c *Comparison, rules Rules) (Verdict, string) {
	r, beyond := c.Effect.Ratio, c.beyond(rules)
	if !r.Finite() {
		return Inconclusive, fmt.Sprintf("%d samples, %d are the fewest with a finite interval", r.N, stats.MinSamples)
	}
	significant := c.Q < rules.Q
	switch {
	case significant && r.Lo > 1+rules.Allow && r.Center > 1+c.Floor:
		return Regression, ""
	case significant && r.Hi < 1/(1+rules.Allow) && r.Center < 1/(1+c.Floor):
		return Better, ""
	case r.Center <= 1+beyond:
		return Same, ""
	case !significant:
		return Inconclusive, fmt.Sprintf("q = %.2g, not below %.2g", c.Q, rules.Q)
	}
	return Inconclusive, fmt.Sprintf("its interval reaches down to %+.1f%%", 100*(r.Lo-1))
}

// Suspects are the cells whose time is worth a second measurement: those whose
// estimate exceeds what is allowed and the floor, be it certain or not.
func Suspects(cs []Comparison, rules Rules) []results.Benchmark {
	var out []results.Benchmark
	for i := range cs {
		c := &cs[i]
		if c.Exact || c.Verdict != Regression && c.Verdict != Inconclusive {
			continue
		}
		if c.Effect.Ratio.Center > 1+c.beyond(rules) && !slices.Contains(out, c.Benchmark) {
			out = append(out, c.Benchmark)
		}
	}
	return out
}

// Exit is what a comparison comes to as a whole.
type Exit int

// The outcomes, in the order of their weight.
const (
	ExitFine Exit = iota
	ExitInconclusive
	ExitRegression
)

// Outcome weighs the verdicts: a regression above all, then what is undecided.
func Outcome(cs []Comparison) Exit {
	out := ExitFine
	for i := range cs {
		switch cs[i].Verdict {
		case Regression:
			return ExitRegression
		case Inconclusive:
			out = ExitInconclusive
		}
	}
	return out
}

// Retest puts the second measurement of suspects in the place of the first and
// decides anew. Only the fresh samples of a suspect count: it was chosen for
// what the first ones looked like. The number of comparisons stays that of all.
func Retest(first, second []Comparison, rules Rules) []Comparison {
	out := slices.Clone(first)
	for i := range out {
		if out[i].Exact || out[i].Unit == "" {
			continue // what needs no statistics stays decided
		}
		out[i].Verdict, out[i].Reason = "", ""
		for _, c := range second {
			if c.Benchmark == out[i].Benchmark && !c.Exact {
				c.Again = true
				out[i] = c
			}
		}
	}
	Decide(out, rules)
	return out
}
