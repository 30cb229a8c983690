package compare

import (
	"slices"

	"gridjudge/harness/results"
)

// Arm holds the samples of one of the two programs that are compared: the old one or the new one.
type Arm struct {
	Label      string
	Benchmarks []results.Benchmark                        // in order
	Corpus     map[results.Benchmark]string               // digest of the benchmark's set, where known
	Values     map[string]map[results.Benchmark][]float64 // by unit, in the order of rounds
	Reject     map[results.Benchmark]string               // why a benchmark was not timed

	// halves are, by unit, the times per pass of the two halves of every sample that was taken in parts.
	halves map[string]map[results.Benchmark][2][]float64
}

// NewArm returns an arm without samples.
func NewArm(label string) *Arm {
	return &Arm{
		Label: label, Corpus: map[results.Benchmark]string{}, Values: map[string]map[results.Benchmark][]float64{}, Reject: map[results.Benchmark]string{},
		halves: map[string]map[results.Benchmark][2][]float64{results.UnitCPU: {}, results.UnitWall: {}},
	}
}

// newArms returns the two arms of an experiment.
func newArms() [2]*Arm { return [2]*Arm{NewArm("old"), NewArm("new")} }

// AddBenchmark adds a benchmark that the program can measure.
func (a *Arm) AddBenchmark(info results.BenchmarkInfo) {
	b := info.Benchmark()
	if !slices.Contains(a.Benchmarks, b) {
		a.Benchmarks = append(a.Benchmarks, b)
	}
	a.Corpus[b] = info.Corpus
	if !info.Rejected.IsZero() {
		a.Reject[b] = info.Rejected.String()
	}
}

// Add adds a sample.
func (a *Arm) Add(sample *results.Sample) {
	if !sample.Rejected.IsZero() {
		a.Reject[sample.Benchmark] = sample.Rejected.String()
		return
	}
	for _, v := range sample.Values() {
		a.add(v.Unit, sample.Benchmark, v.Value)
	}
}

// addHalves adds the two halves of a sample, where both made a pass.
func (a *Arm) addHalves(b results.Benchmark, halves *[2]results.Sample) {
	x, y := &halves[0], &halves[1]
	if x.Passes == 0 || y.Passes == 0 {
		return
	}
	add := func(unit string, x, y float64) {
		h := a.halves[unit][b]
		a.halves[unit][b] = [2][]float64{append(h[0], x), append(h[1], y)}
	}
	add(results.UnitCPU, x.PerPass(x.Time.CPU), y.PerPass(y.Time.CPU))
	add(results.UnitWall, x.PerPass(x.Time.Wall), y.PerPass(y.Time.Wall))
}

func (a *Arm) add(unit string, b results.Benchmark, v float64) {
	if a.Values[unit] == nil {
		a.Values[unit] = map[results.Benchmark][]float64{}
	}
	a.Values[unit][b] = append(a.Values[unit][b], v)
}

// itself returns the times of the program in one benchmark as pairs x[i], y[i]. If samples were taken in parts, a pair
// has the two halves of a sample. Otherwise it has two consecutive rounds.
func (a *Arm) itself(unit string, b results.Benchmark) (x, y []float64) {
	if h, ok := a.halves[unit][b]; ok {
		return h[0], h[1]
	}
	values := a.Values[unit][b]
	for i := 0; i+1 < len(values); i += 2 {
		x, y = append(x, values[i]), append(y, values[i+1])
	}
	return x, y
}

// units are the units that arms are compared in.
var units = []string{results.UnitWall, results.UnitCPU, results.UnitNodes, results.UnitUpdates, results.UnitAllocs, results.UnitSolved}

// ArmOf returns the arm that a recorded run makes.
func ArmOf(run *results.Run) *Arm {
	a := NewArm(run.Label)
	recorded := map[results.Benchmark]bool{}
	for _, res := range run.Results {
		b, _ := results.ParseName(res.Name)
		recorded[b] = true
	}
	if run.Manifest != nil {
		for _, info := range run.Manifest.Benchmarks {
			// A run that was interrupted lacks the benchmarks that it did not reach. They are not missing in its
			// program.
			if recorded[info.Benchmark()] || !info.Rejected.IsZero() {
				a.AddBenchmark(info)
			}
		}
	}
	for _, res := range run.Results {
		b, _ := results.ParseName(res.Name)
		if !slices.Contains(a.Benchmarks, b) {
			a.Benchmarks = append(a.Benchmarks, b)
		}
	}
	for _, unit := range units {
		for b, values := range run.Values(unit) {
			for _, v := range values {
				a.add(unit, b, v)
			}
		}
	}
	for _, b := range a.Benchmarks {
		if len(a.Values[results.UnitWall][b]) == 0 && a.Reject[b] == "" {
			a.Reject[b] = "no time recorded"
		}
	}
	return a
}
