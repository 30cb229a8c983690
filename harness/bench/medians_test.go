package bench

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

func TestMediansSoFarHasALineForEachSet(t *testing.T) {
	m := NewMedians([]results.BenchmarkInfo{
		{Set: "p/a", Solver: "x"}, {Set: "p/a", Solver: "y"}, {Set: "q/b", Solver: "x"},
	})
	for ns, b := range map[int]results.Benchmark{1e6: {Set: "p/a", Solver: "y"}, 3e6: {Set: "p/a", Solver: "y"}, 2e6: {Set: "p/a", Solver: "y"}, 5e3: {Set: "q/b", Solver: "x"}} {
		m.Add(Event{Benchmark: b, Sample: &results.Sample{Passes: 1, Time: results.ClockReading{Wall: time.Duration(ns)}}})
	}
	m.Add(Event{Benchmark: results.Benchmark{Set: "p/a", Solver: "x"}, Sample: &results.Sample{Rejected: results.Rejection{Reason: "slow"}}})
	var out strings.Builder
	require.NoError(t, m.table().Render(&out, report.CSV, report.Style{}))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 3)
	assert.Equal(t, "median so far,x,y", lines[0])
	assert.Equal(t, "p/a,,2000000", lines[1])
	assert.Equal(t, "q/b,5000,", lines[2])
}
