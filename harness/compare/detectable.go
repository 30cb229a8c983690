package compare

import (
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Detectable returns, by benchmark, the smallest slowdown that samples show which are as
// scattered as those of two arms of the same program: with it, the 95 % interval of
// new / old lies beyond the allowed change. A benchmark with too few samples for an
// interval is left out.
//
// Where [lo, hi] is the interval of new / old of the two arms, it is
//
//	(1 + allowed) / min(lo, 1/hi) - 1
//
// since the choice of the arm that is called new is arbitrary. For an allowed change
// of 1 % and an interval of [0.98, 1.01] it is 1.01 / 0.98 - 1 = 3.1 %.
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
