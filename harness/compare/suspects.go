package compare

import (
	"math"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Suspects returns the benchmarks to measure a second time, because their time seems to have changed. It is enough that
// the estimated change exceeds both the allowed change and the noise floor divided by the square root of two; it need
// not be significant. For example, if 1 % is allowed and the floor is 2.8 %, a benchmark is a suspect from 2 % on. The
// floor is divided so that fewer real changes are missed: the estimate of a change that is somewhat above the floor is often
// somewhat below it.
func Suspects(cs []Comparison, rules Rules) []results.Benchmark {
	var out []results.Benchmark
	for _, c := range cs {
		if c.timed() && c.Effect.Ratio.Finite() && stats.Distance(c.Effect.Ratio.Center) > rules.limit(c.Floor/math.Sqrt2) {
			out = append(out, c.Benchmark)
		}
	}
	return out
}

// retested replaces the first comparisons of the suspects by their second comparisons. The first samples of a suspect
// no longer count, because they exaggerate its change: the suspect was selected for them.
//
// Then retested decides all verdicts again, including the verdicts on other benchmarks and on counters. There are two
// reasons. The p-values are corrected for the comparisons of all benchmarks, so new p-values may change the verdict on
// any of them. And the verdict on a counter that rose depends on the time of its benchmark.
func retested(first, second []Comparison, rules Rules) []Comparison {
	out := slices.Clone(first)
	for i := range out {
		if !out[i].Compared() {
			continue // its verdict did not need samples, and stays
		}
		out[i].Verdict, out[i].Reason = "", ""
		for _, c := range second {
			if c.Benchmark == out[i].Benchmark && !c.Counter && !out[i].Counter {
				c.Again = true
				out[i] = c
			}
		}
	}
	Decide(out, rules)
	return out
}
