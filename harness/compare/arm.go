package compare

import (
	"slices"

	"gridjudge/harness/results"
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
	if !about.Rejected.IsZero() {
		s.Reject[cell] = about.Rejected.String()
	}
}

// Add adds a sample.
func (s *Arm) Add(sample *results.Sample) {
	if !sample.Rejected.IsZero() {
		s.Reject[sample.Benchmark] = sample.Rejected.String()
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
			if recorded[about.Benchmark()] || !about.Rejected.IsZero() {
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
