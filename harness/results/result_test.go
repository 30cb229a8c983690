package results

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/judge"
)

// TestTimesAreReadToTheNanosecond: benchfmt turns nanoseconds into seconds, which have no exact binary form.
func TestTimesAreReadToTheNanosecond(t *testing.T) {
	for ns := time.Duration(1); ns < 20_000; ns++ {
		want := &Sample{Passes: 1, Wall: ns, CPU: ns, P50: ns, P99: ns}
		r := &Result{Benchmark: Benchmark{Set: "p/s", Solver: "x"}, Samples: []*Sample{want}}
		r.Verdict = judge.Accepted
		assert.Equal(t, want, readSample(valuesByUnit(r.Lines()[0]), 1, 0), ns)
	}
}

func TestADroppedContestantNamesItsCase(t *testing.T) {
	r := &Result{Benchmark: Benchmark{Set: "p/s", Solver: "x"}}
	r.Verdict, r.Cases, r.Passed = judge.Accepted, 9, 9
	why := &Failure{Verdict: judge.WrongAnswer, Case: 3, Line: 7}
	r.Drop(2, why)
	assert.Equal(t, [4]int{2, 3, 7, 0}, [4]int{r.Dropped, r.Failed, r.Line, r.Passed})
	assert.Equal(t, judge.Tally{judge.WrongAnswer: 9}, r.Tally)
}

// The two programs of a comparison have one name, so neither of them is a step in the history of the other.
func TestInHistory(t *testing.T) {
	builtIn, program := []*Result{{}}, []*Result{{Process: true}}
	for _, row := range []struct {
		run  Run
		want bool
	}{
		{Run{}, false},
		{Run{Manifest: &Manifest{}, Results: builtIn}, true},
		{Run{Manifest: &Manifest{}, Results: program}, true},
		{Run{Manifest: &Manifest{Arm: OldArm}, Results: builtIn}, false},
		{Run{Manifest: &Manifest{Arm: NewArm}, Results: builtIn}, true},
		{Run{Manifest: &Manifest{Arm: NewArm}, Results: program}, false},
	} {
		assert.Equal(t, row.want, row.run.InHistory(), "%+v", row)
	}
}
