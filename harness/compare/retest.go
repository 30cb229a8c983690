package compare

import (
	"math"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Suspects returns the benchmarks whose time is worth a second measurement, be their change certain or not: those that
// seem to have changed by more than what is allowed and more than the noise floor over the square root of two. A change
// that is somewhat larger than the floor often seems somewhat smaller.
func Suspects(cs []Comparison, rules Rules) []results.Benchmark {
	var out []results.Benchmark
	for i := range cs {
		c := &cs[i]
		if c.Exact || c.Unit == "" || !c.Effect.Ratio.Finite() {
			continue
		}
		if stats.Distance(c.Effect.Ratio.Center) > rules.limit(c.Floor/math.Sqrt2) && !slices.Contains(out, c.Benchmark) {
			out = append(out, c.Benchmark)
		}
	}
	return out
}

// Retest replaces the first measurement of suspects by the second one and decides anew. Only the fresh samples of a
// suspect count: it was chosen for its first ones. The number of comparisons stays that of all.
func Retest(first, second []Comparison, rules Rules) []Comparison {
	out := slices.Clone(first)
	for i := range out {
		if out[i].Exact || out[i].Unit == "" {
			continue // it needs no statistics and stays decided
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
