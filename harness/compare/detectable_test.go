package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

func TestDetectable(t *testing.T) {
	const steady, noisy, few = "steady", "noisy", "few"
	arms := func(solvers ...string) (arms [2][]*results.Result) {
		for i := range arms {
			for _, solver := range solvers {
				b := results.Benchmark{Set: "p/s", Solver: solver}
				values := []float64{1, 2}
				for round := 0; round < 10 && solver != few; round++ {
					values = append(values[:round], 100)
					if solver == noisy {
						values[round] = []float64{98, 102}[(round+i)%2]
					}
				}
				arms[i] = append(arms[i], resultWith(b, values...))
			}
		}
		return arms
	}
	found, ok := Detectable(arms(steady, few), 0.01)
	assert.True(t, ok)
	assert.InDelta(t, 0.01, found, 1e-9, "nothing but the allowed change hides a slowdown")
	found, ok = Detectable(arms(steady, noisy), 0.01)
	assert.True(t, ok)
	assert.InDelta(t, 1.01*1.02/0.98-1, found, 1e-9, "the change of the worst benchmark")
	ticking := arms(noisy)
	for _, s := range ticking[1][0].Samples {
		s.CPU = 0
	}
	found, ok = Detectable(ticking, 0.01)
	assert.True(t, ok, "by wall time where samples have no processor time")
	assert.InDelta(t, 1.01*1.02/0.98-1, found, 1e-9)
	_, ok = Detectable(arms(few), 0.01)
	assert.False(t, ok, "too few samples")
}
