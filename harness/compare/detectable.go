package compare

import (
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Detectable returns the smallest detectable slowdown of each benchmark. arms are two arms
// of the same program. If a new program is slower by this much, and its samples scatter as
// those of arms do, the 95 % interval of new / old lies beyond the allowed change. The map
// has no benchmark with too few samples for an interval.
//
// If [lo, hi] is the interval of new / old of arms, the smallest slowdown is
//
//	(1 + allowed) / min(lo, 1/hi) - 1
//
// The minimum is taken because either arm may be called new. For an allowed change of 1 %
// and an interval of [0.98, 1.01], the slowdown is 1.01 / 0.98 - 1 = 3.1 %.
func Detectable(arms [2]*Arm, allowed float64) map[results.Benchmark]float64 {
	found := map[results.Benchmark]float64{}
	for _, b := range arms[0].Benchmarks {
		old, new := arms[0].Values[results.UnitCPU][b], arms[1].Values[results.UnitCPU][b]
		if min(len(old), len(new)) < stats.MinSamples {
			continue
		}
		if ratio := stats.Paired(old, new).Ratio; ratio.Finite() && ratio.Lo > 0 {
			found[b] = (1+allowed)/min(ratio.Lo, 1/ratio.Hi) - 1
		}
	}
	return found
}
