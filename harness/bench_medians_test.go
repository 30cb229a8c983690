package harness

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

func TestMediansSoFarHasALineForEachSet(t *testing.T) {
	l := &medians{
		about: &results.Manifest{Benchmarks: []results.BenchmarkInfo{
			{Set: "p/a", Solver: "x"}, {Set: "p/a", Solver: "y"}, {Set: "q/b", Solver: "x"},
		}},
		times: map[results.Benchmark][]float64{{Set: "p/a", Solver: "y"}: {1e6, 3e6, 2e6}, {Set: "q/b", Solver: "x"}: {5e3}},
	}
	var out strings.Builder
	require.NoError(t, l.table().Render(&out, report.CSV, report.Style{}))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 3)
	assert.Equal(t, "median so far,x,y", lines[0])
	assert.Equal(t, "p/a,,2000000", lines[1])
	assert.Equal(t, "q/b,5000,", lines[2])
}
