package merge

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// TestMachinesHaveTimesOfTheirOwn: no ratio holds times of two machines, and counts are those of all.
func TestMachinesHaveTimesOfTheirOwn(t *testing.T) {
	p := plan(t)
	runs := judgeAll(t, p, 4)
	for _, i := range []int{1, 3} {
		change(t, runs[i], func(m *results.Manifest) { m.Machine.CPU = "Another" })
	}
	shards, err := Read(runs)
	require.NoError(t, err)
	merged := shards.Join(nil)
	require.Len(t, merged.Manifest.Machines, 2)
	require.Len(t, merged.Board.Machines, 2)
	assert.Contains(t, merged.Board.Machines[1], "Another")
	assert.Contains(t, merged.Board.Machines[1], "shards 2/4, 4/4.")
	whole := single(t, p)
	for i, r := range merged.Board.Results() {
		require.Len(t, r.Machines, 2, "%d", i)
		assert.Empty(t, r.Timed)
		assert.Equal(t, r.Cases, r.Machines[0].Cases+r.Machines[1].Cases)
		assert.Equal(t, r.Nodes, r.Machines[0].Nodes+r.Machines[1].Nodes)
		assert.Equal(t, r.Total, r.Machines[0].Total+r.Machines[1].Total)
		at := slices.IndexFunc(whole.Results(), func(w *judge.SetResult) bool { return w.Set.Name == r.Set.Name && w.Solver == r.Solver })
		assert.Equal(t, whole.Results()[at].Tally, r.Tally)
	}
	table := merged.Board.Table()
	for _, name := range []string{"total_ns", "median_ns", "ratio"} {
		at := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
		assert.True(t, table.Columns[at].Data, "%s is shown for several machines", name)
	}
	below := t.TempDir()
	dir, err := merged.Write(below)
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(dir, results.SamplesFile), "times of two machines in one file")
	counts, err := os.ReadFile(filepath.Join(dir, results.CountsFile))
	require.NoError(t, err)
	assert.NotContains(t, string(counts), "ns/op\t")
	assert.Contains(t, string(counts), "401 cases/op")
	found, err := results.Find(dir)
	require.NoError(t, err)
	require.Len(t, found, 2)
	for i, path := range found {
		run, err := results.ReadRun(path)
		require.NoError(t, err)
		assert.Equal(t, merged.Manifest.Machines[i], run.Manifest.Machine)
		assert.NotEmpty(t, run.Values(results.UnitWall))
	}
}
