package scoreboard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

// TestAddedColumns: a column that a later run added has ratios if the control agrees. Otherwise it has none, but for
// counters, which do not depend on the machine.
func TestAddedColumns(t *testing.T) {
	const ms = time.Millisecond
	benchmark := func(solver string, took time.Duration, nodes uint64) resultstest.Benchmark {
		return resultstest.Benchmark{Set: "p/a", Solver: solver, Times: []time.Duration{took}, Nodes: []uint64{nodes}}
	}
	for _, slower := range []time.Duration{0, 5 * ms} {
		parent := t.TempDir()
		for i, benchmarks := range [][]resultstest.Benchmark{
			{benchmark("dlx", 100*ms, 10), benchmark("old", 200*ms, 20)},
			{benchmark("dlx", 100*ms+slower, 10), benchmark("new", 400*ms, 40)},
		} {
			resultstest.Write(t, parent, resultstest.Run{
				Commit: "c", Rounds: 10, Started: time.Unix(0, 0).Add(time.Duration(i) * 72 * time.Hour), Benchmarks: benchmarks,
			})
		}
		runs, err := results.Load([]string{parent})
		require.NoError(t, err)
		opts := defaultOptions
		opts.Units, opts.Baseline = []string{results.UnitWall, "nodes/op"}, "old"
		tables, err := Tables(runs, opts)
		require.NoError(t, err)
		times, nodes := rendered(t, tables[0], report.Text, 0), rendered(t, tables[1], report.Text, 0)
		assert.Contains(t, nodes, "40 2.00x")
		assert.Contains(t, times, "400.0 ms", "the time itself is shown")
		if slower == 0 {
			assert.Contains(t, times, "2.00x")
			assert.Regexp(t, `new: added 3 days later; control dlx within [0-9.]+ %\.`, times)
			continue
		}
		assert.NotContains(t, times, "2.00x")
		assert.Contains(t, times, "0.50x", "dlx and old have common rounds")
		assert.Regexp(t, `(?s)No ratio relates new to .*control dlx took 1\.05`, times)
	}
}
