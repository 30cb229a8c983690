package compare

import (
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Comparison is one benchmark in one unit, old against new.
type Comparison struct {
	Benchmark results.Benchmark
	Unit      string
	Old, New  stats.Interval

	// Effect, Floor and Q are set for times. Effect is the change. Floor is the noise floor: the change that 95 % of
	// the comparisons of a program with itself stay below. Q is Effect.P corrected for all comparisons (Benjamini and
	// Hochberg).
	Effect stats.Effect
	Floor  float64
	Q      float64

	Counter bool // nodes, updates, or the least allocations of all samples: decided without statistics
	Again   bool // measured a second time
	Verdict Verdict
	Reason  string
}

// floorOf returns the noise floor of a benchmark.
type floorOf = func(results.Benchmark) float64

// effectOf compares the times of a benchmark.
type effectOf = func(old, new []float64) stats.Effect

// timeUnit returns the unit in which times are compared. It is processor time, which does not count other programs, if
// every sample of both arms has a positive one. Otherwise it is wall time: some systems count processor time in ticks,
// and a short program can take less than a tick.
func timeUnit(old, new *Arm, b results.Benchmark) string {
	for _, arm := range []*Arm{old, new} {
		if values := arm.Values[results.UnitCPU][b]; len(values) == 0 || slices.Min(values) <= 0 {
			return results.UnitWall
		}
	}
	return results.UnitCPU
}

// Compare compares two arms in all benchmarks. Benchmarks that cannot be compared get their verdicts here, the others
// from Decide. paired reports whether the samples of a benchmark were taken side by side.
func Compare(old, new *Arm, floor floorOf, paired bool) []Comparison {
	effect := effectOf(stats.Unpaired)
	if paired {
		effect = stats.Paired
	}
	var out []Comparison
	for _, b := range old.Benchmarks {
		if !slices.Contains(new.Benchmarks, b) {
			out = append(out, Comparison{Benchmark: b, Verdict: OnlyOld})
			continue
		}
		out = append(out, compareBenchmark(old, new, b, floor, effect)...)
	}
	for _, b := range new.Benchmarks {
		if !slices.Contains(old.Benchmarks, b) {
			out = append(out, Comparison{Benchmark: b, Verdict: OnlyNew})
		}
	}
	return out
}

func compareBenchmark(old, new *Arm, b results.Benchmark, floor floorOf, effect effectOf) []Comparison {
	was, is := old.Reject[b], new.Reject[b]
	switch {
	case old.Corpus[b] != "" && new.Corpus[b] != "" && old.Corpus[b] != new.Corpus[b]:
		return []Comparison{{Benchmark: b, Verdict: OtherSet}}
	case was != "" && is != "":
		return []Comparison{{Benchmark: b, Verdict: NotTimed, Reason: is}}
	case is != "":
		return []Comparison{{Benchmark: b, Verdict: Regression, Reason: "no longer accepted: " + is}}
	case was != "":
		return []Comparison{{Benchmark: b, Verdict: Better, Reason: "accepted now; before: " + was}}
	}
	out := []Comparison{compareTimes(old, new, b, floor(b), effect)}
	for _, unit := range []string{results.UnitNodes, results.UnitUpdates, results.UnitAllocs} {
		before, after := old.Values[unit][b], new.Values[unit][b]
		if len(before) == 0 || len(after) == 0 {
			continue
		}
		// Nodes and updates are the same in every sample. Allocations are not, because the Go runtime makes a few of
		// its own now and then. So the least number of all samples counts.
		out = append(out, Comparison{
			Benchmark: b, Unit: unit, Counter: true,
			Old: stats.Interval{Center: slices.Min(before), N: len(before)},
			New: stats.Interval{Center: slices.Min(after), N: len(after)},
		})
	}
	return out
}

func compareTimes(old, new *Arm, b results.Benchmark, floor float64, effect effectOf) Comparison {
	unit := timeUnit(old, new, b)
	before, after := old.Values[unit][b], new.Values[unit][b]
	return Comparison{
		Benchmark: b, Unit: unit, Old: stats.Median(before), New: stats.Median(after),
		Effect: effect(before, after), Floor: floor,
	}
}
