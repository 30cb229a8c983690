package ranking

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

func TestABusyMachineIsNamed(t *testing.T) {
	samples := func(wall ...time.Duration) (all []*results.Sample) {
		for _, w := range wall {
			all = append(all, &results.Sample{Passes: 1, Wall: w * time.Millisecond, CPU: 100 * time.Millisecond})
		}
		return all
	}
	run := &results.Run{Label: "runs/a", Results: []*results.Result{{Samples: samples(101, 102, 300)}}}
	assert.Empty(t, Busy(run), "one sample of three was disturbed")
	run.Results[0].Samples = samples(101, 140, 300)
	assert.Equal(t, []string{"The machine was busy: the median sample took 40 % more wall time than processor time. " +
		"gridjudge table --unit cpu-ns/op runs/a shows processor times."}, Busy(run))
	run.Results[0].Process = true
	assert.Empty(t, Busy(run), "of programs the processor time counts")
	run.Results[0] = &results.Result{Samples: []*results.Sample{{Passes: 1, Wall: time.Second}}}
	assert.Empty(t, Busy(run), "a foreign file has no processor times")
}
