package results

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestABusyMachineIsNamed(t *testing.T) {
	samples := func(wall ...time.Duration) (all []*Sample) {
		for _, w := range wall {
			all = append(all, &Sample{Passes: 1, Wall: w * time.Millisecond, CPU: 100 * time.Millisecond})
		}
		return all
	}
	run := &Run{Label: "runs/a", Results: []*Result{{Samples: samples(101, 102, 300)}}}
	assert.Empty(t, run.Busy(), "one sample of three was disturbed")
	run.Results[0].Samples = samples(101, 140, 300)
	assert.Equal(t, []string{"The machine was busy: the median sample took 40 % more wall time than processor time. " +
		"gridjudge table --unit cpu-ns/op runs/a shows processor times."}, run.Busy())
	run.Results[0].Process = true
	assert.Empty(t, run.Busy(), "of programs the processor time counts")
	run.Results[0] = &Result{Samples: []*Sample{{Passes: 1, Wall: time.Second}}}
	assert.Empty(t, run.Busy(), "a foreign file has no processor times")
}
