package compare

import (
	"math"
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Suspects returns the benchmarks whose time seems to have changed, so that they should be measured a second time. A
// benchmark is a suspect if its estimated change exceeds two limits: the allowed change, and the noise floor divided by
// the square root of two. For example, if 1 % is allowed and the floor is 2.8 %, every benchmark with a change of more
// than 2 % is a suspect. The change need not be significant. The floor is divided so that fewer real changes are
// missed, because a real change just above the floor is often estimated to be just below it.
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
// With these new comparisons, retested decides all verdicts again, even the verdicts on benchmarks that were measured
// only once. A new time of one benchmark can change two other kinds of verdicts:
//   - The verdict on another benchmark, because the p-values are corrected for the number of comparisons. So a verdict
//     depends on the p-values of all benchmarks.
//   - The verdict on a counter of the same benchmark. A counter that rose is normally a regression, but not if the time
//     of the benchmark is better.
func retested(first, second []Comparison, rules Rules) []Comparison {
	out := slices.Clone(first)
	for i := range out {
		if !out[i].Compared() {
			continue // its verdict did not need samples, and stays
		}
		out[i].Verdict, out[i].Reason = 0, ""
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
