package compare

import (
	"slices"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Arm is what was measured of one of two programs.
type Arm struct {
	Label      string
	Benchmarks []results.Benchmark                        // in order
	Corpus     map[results.Benchmark]string               // digest of the cell's set, where known
	Values     map[string]map[results.Benchmark][]float64 // by unit, in the order of rounds
	Reject     map[results.Benchmark]string               // why a cell was not timed

	// halves are two times a pass for each sample that was taken in parts, one
	// for each half of them, in the unit that times are compared in.
	halves map[string]map[results.Benchmark][2][]float64
}

// NewArm is a side without samples.
func NewArm(label string) *Arm {
	return &Arm{
		Label: label, Corpus: map[results.Benchmark]string{}, Values: map[string]map[results.Benchmark][]float64{}, Reject: map[results.Benchmark]string{},
		halves: map[string]map[results.Benchmark][2][]float64{results.UnitCPU: {}, results.UnitWall: {}},
	}
}

// AddBenchmark adds a cell that the side can measure.
func (s *Arm) AddBenchmark(about results.BenchmarkInfo) {
	cell := about.Benchmark()
	if !slices.Contains(s.Benchmarks, cell) {
		s.Benchmarks = append(s.Benchmarks, cell)
	}
	s.Corpus[cell] = about.Corpus
	if about.Rejected != "" {
		s.Reject[cell] = about.Rejected
	}
}

// Add adds a sample.
func (s *Arm) Add(sample *results.Sample) {
	if sample.Rejected != "" {
		s.Reject[sample.Benchmark] = sample.Rejected
		return
	}
	for _, v := range sample.Values() {
		s.add(v.Unit, sample.Benchmark, v.Value)
	}
}

// addHalves adds the two halves of a sample, where both made a pass.
func (s *Arm) addHalves(cell results.Benchmark, halves *[2]results.Sample) {
	a, b := &halves[0], &halves[1]
	if a.Passes == 0 || b.Passes == 0 {
		return
	}
	add := func(unit string, x, y float64) {
		h := s.halves[unit][cell]
		s.halves[unit][cell] = [2][]float64{append(h[0], x), append(h[1], y)}
	}
	add(results.UnitCPU, a.PerPass(a.Time.CPU), b.PerPass(b.Time.CPU))
	add(results.UnitWall, a.PerPass(a.Time.Wall), b.PerPass(b.Time.Wall))
}

func (s *Arm) add(unit string, cell results.Benchmark, v float64) {
	if s.Values[unit] == nil {
		s.Values[unit] = map[results.Benchmark][]float64{}
	}
	s.Values[unit][cell] = append(s.Values[unit][cell], v)
}

// units are those that a side is compared in.
var units = []string{results.UnitWall, results.UnitCPU, results.UnitNodes, results.UnitUpdates, results.UnitAllocs, results.UnitSolved}

// ArmOf makes a side of a recorded run.
func ArmOf(run *results.Run) *Arm {
	s := NewArm(run.Label)
	recorded := map[results.Benchmark]bool{}
	for _, res := range run.Results {
		cell, _ := results.ParseName(res.Name)
		recorded[cell] = true
	}
	if run.Manifest != nil {
		for _, about := range run.Manifest.Benchmarks {
			// A run that was cut short has cells that it did not come to. That
			// says nothing of them.
			if recorded[about.Benchmark()] || about.Rejected != "" {
				s.AddBenchmark(about)
			}
		}
	}
	for _, res := range run.Results {
		cell, _ := results.ParseName(res.Name)
		if !slices.Contains(s.Benchmarks, cell) {
			s.Benchmarks = append(s.Benchmarks, cell)
		}
	}
	for _, unit := range units {
		for cell, values := range run.Values(unit) {
			for _, v := range values {
				s.add(unit, cell, v)
			}
		}
	}
	for _, cell := range s.Benchmarks {
		if len(s.Values[results.UnitWall][cell]) == 0 && s.Reject[cell] == "" {
			s.Reject[cell] = "no time recorded"
		}
	}
	return s
}

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
