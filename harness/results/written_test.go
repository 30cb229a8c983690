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
		assert.Equal(t, want, readSample(r.Lines()[0], 0), ns)
	}
}
