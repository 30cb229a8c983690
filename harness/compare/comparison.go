package compare

import (
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// timeUnit is the unit that time is compared in: the processor time of the
// thread, which does not count what other programs were doing, where both sides
// have it. Some systems count it in ticks, and short programs then took none.
func timeUnit(old, new *Arm, cell results.Benchmark) string {
	for _, side := range []*Arm{old, new} {
		if values := side.Values[results.UnitCPU][cell]; len(values) == 0 || slices.Min(values) <= 0 {
			return results.UnitWall
		}
	}
	return results.UnitCPU
}

// Compare lines up two sides; the verdicts of what can be compared are left to
// Decide. paired says that the samples of a cell were taken side by side.
func Compare(old, new *Arm, floor func(results.Benchmark) float64, paired bool) []Comparison {
	var out []Comparison
	for _, cell := range old.Benchmarks {
		if !slices.Contains(new.Benchmarks, cell) {
			out = append(out, Comparison{Benchmark: cell, Verdict: OnlyOld})
			continue
		}
		out = append(out, compareCell(old, new, cell, floor, paired)...)
	}
	for _, cell := range new.Benchmarks {
		if !slices.Contains(old.Benchmarks, cell) {
			out = append(out, Comparison{Benchmark: cell, Verdict: OnlyNew})
		}
	}
	return out
}

func compareCell(old, new *Arm, cell results.Benchmark, floor func(results.Benchmark) float64, paired bool) []Comparison {
	was, is := old.Reject[cell], new.Reject[cell]
	switch {
	case old.Corpus[cell] != "" && new.Corpus[cell] != "" && old.Corpus[cell] != new.Corpus[cell]:
		return []Comparison{{Benchmark: cell, Verdict: OtherSet}}
	case was != "" && is != "":
		return []Comparison{{Benchmark: cell, Verdict: NotTimed, Reason: is}}
	case is != "":
		return []Comparison{{Benchmark: cell, Verdict: Regression, Reason: "no longer accepted: " + is}}
	case was != "":
		return []Comparison{{Benchmark: cell, Verdict: Better, Reason: "accepted now; before: " + was}}
	}
	unit := timeUnit(old, new, cell)
	before, after := old.Values[unit][cell], new.Values[unit][cell]
	effect := stats.Unpaired
	if paired {
		effect = stats.Paired
	}
	out := []Comparison{{
		Benchmark: cell, Unit: unit, Old: stats.Median(before), New: stats.Median(after),
		Effect: effect(before, after), Floor: floor(cell),
	}}
	for _, unit := range []string{results.UnitNodes, results.UnitUpdates, results.UnitAllocs} {
		before, after := old.Values[unit][cell], new.Values[unit][cell]
		if len(before) == 0 || len(after) == 0 {
			continue
		}
		// Nodes and updates are the same in every sample. A stray allocation
		// is the runtime's, so that the least counts.
		out = append(out, Comparison{
			Benchmark: cell, Unit: unit, Exact: true,
			Old: stats.Interval{Center: slices.Min(before), N: len(before)},
			New: stats.Interval{Center: slices.Min(after), N: len(after)},
		})
	}
	return out
}
