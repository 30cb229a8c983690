package judge

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
)

// TestWhatWasStoppedIsALowerBound: the time of a stopped case is a lower bound, whichever case decides the verdict
// and whichever limit was exceeded.
func TestWhatWasStoppedIsALowerBound(t *testing.T) {
	const ms = time.Millisecond
	wrong := Facts{Ran: true, CPU: 10 * ms, Finding: cases.Finding{Match: cases.Wrong}}
	right := Facts{Ran: true, CPU: 20 * ms, Finding: cases.Finding{Match: cases.Right}}
	killed := func(by sandbox.Cause, after time.Duration) Facts { return Facts{Ran: true, CPU: after, Killed: by} }
	for _, c := range []struct {
		about             string
		cases             []Facts
		stopped, p50, p99 bool
	}{
		{"none", []Facts{wrong, right}, false, false, false},
		{"after a wrong answer", []Facts{wrong, right, right, right, killed(sandbox.KilledCPU, 30*ms)}, true, false, true},
		{"between two values", []Facts{wrong, killed(sandbox.KilledCPU, 30*ms)}, true, true, true},
		{"for memory, early", []Facts{right, wrong, killed(sandbox.KilledMemory, ms)}, true, true, true},
		{"for output", []Facts{killed(sandbox.KilledOutput, ms)}, true, true, true},
		{"without any time", []Facts{killed(sandbox.KilledWall, 0), right}, true, true, true},
		{"all, each after another time", []Facts{killed(sandbox.KilledCPU, 4*ms), killed(sandbox.KilledCPU, 3*ms), killed(sandbox.KilledCPU, 5*ms)}, true, true, true},
		{"abandoned", []Facts{{Ran: true, BuiltIn: true, Wall: ms, Abandoned: ms}}, true, true, true},
		{"out of nodes", []Facts{{Ran: true, BuiltIn: true, Wall: ms, BudgetSpent: true}}, true, true, true},
	} {
		f := Fold{Slowest: len(c.cases)}
		f.Expect(len(c.cases))
		slow := 0
		for i, facts := range c.cases {
			if facts.Stopped() {
				slow++
			}
			f.Case(&Case{Number: i + 1, Facts: facts, Timed: true})
		}
		o := f.Outcome()
		assert.Equal(t, []bool{c.stopped, c.p50, c.p99}, []bool{o.Stopped, o.P50AtLeast, o.P99AtLeast}, c.about)
		for _, s := range o.Slowest {
			if s.Stopped {
				slow--
			}
		}
		assert.Zero(t, slow, "%s: each of the slowest cases says it, too", c.about)
	}
	f := Fold{}
	f.Expect(3)
	f.All(&Case{Facts: killed(sandbox.KilledMemory, ms)}, 3)
	assert.True(t, f.Outcome().Stopped, "one process for all cases")
}
