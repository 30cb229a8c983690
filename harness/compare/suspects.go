package compare

import (
	"math"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Suspects returns the benchmarks to measure a second time. A benchmark is a suspect if the estimated change of its
// time exceeds two limits: the allowed change, and the noise floor divided by the square root of two. The floor is
// divided because a change above the floor is often estimated to be somewhat below it. The change need not be
// significant.
func Suspects(cs []Comparison, rules Rules) []results.Benchmark {
	var out []results.Benchmark
	for _, c := range cs {
		if c.timed() && c.Effect.Ratio.Finite() && stats.Distance(c.Effect.Ratio.Center) > rules.limit(c.Floor/math.Sqrt2) {
			out = append(out, c.Benchmark)
		}
	}
	return out
}

// retested replaces the first comparisons of the suspects by the second ones and gives the verdicts again. Only the
// second samples of a suspect count, because the suspect was selected for its first samples. The p-values are still
// corrected for the comparisons of all benchmarks, including those that are not suspects. A counter gets its verdict
// again, too, because it depends on the time.
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
