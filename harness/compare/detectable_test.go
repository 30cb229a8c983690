package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

func TestDetectable(t *testing.T) {
	arms := [2]*Arm{NewArm("A"), NewArm("A again")}
	steady, noisy, few := results.Benchmark{Set: "p/s", Solver: "steady"}, results.Benchmark{Set: "p/s", Solver: "noisy"}, results.Benchmark{Set: "p/s", Solver: "few"}
	for i, arm := range arms {
		values := map[results.Benchmark][]float64{few: {1, 2}}
		arm.Values[results.UnitCPU] = values
		for _, b := range []results.Benchmark{steady, noisy, few} {
			arm.AddBenchmark(results.BenchmarkInfo{Set: b.Set, Solver: b.Solver})
		}
		for round := range 10 {
			values[steady] = append(values[steady], 100)
			values[noisy] = append(values[noisy], []float64{98, 102}[(round+i)%2])
		}
	}
	found := Detectable(arms, 0.01)
	assert.InDelta(t, 0.01, found[steady], 1e-9, "nothing but the allowed change hides a slowdown")
	assert.InDelta(t, 1.01*1.02/0.98-1, found[noisy], 1e-9)
	assert.NotContains(t, found, few)
}
