package compare

import (
	"math"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Suspects returns the benchmarks to measure a second time. The estimated change of their time exceeds both the allowed
// change and the noise floor divided by the square root of two, whether the change is significant or not. The floor is
// divided because the estimate of a change somewhat above the floor is often somewhat below it.
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

// Retest replaces the first measurement of suspects by the second one and decides anew. Only the second samples of a
// suspect count, because the suspect was selected for its first samples. The correction is still for the number of all
// comparisons.
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
