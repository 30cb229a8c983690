package scoreboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

func TestProcessesAndSolvingAloneHaveNoCommonRatio(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.bench")
	require.NoError(t, os.WriteFile(path, []byte(`BenchmarkSolve/problem=p/set=s/solver=dlx 1 100 ns/op 7 nodes/op
BenchmarkSolve/problem=p/set=s/solver=fast 1 50 ns/op 7 nodes/op
BenchmarkSolve/problem=p/set=s/solver=mine 1 900 ns/op 4096 peak-RSS-bytes
`), 0o666))
	run, err := results.ReadRun(path)
	require.NoError(t, err)
	opts := TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}
	for baseline, want := range map[string][]string{"dlx": {"0.50x", "900"}, "mine": {"50", "900"}} {
		opts.Baseline = baseline
		tables, err := Tables([]*results.Run{run}, opts)
		require.NoError(t, err)
		require.Len(t, tables, 1)
		cell := map[string]string{}
		for i, column := range tables[0].Columns {
			cell[column.Name] = tables[0].Rows[0][i].Text
		}
		assert.Contains(t, cell["fast"], want[0], "baseline %s", baseline)
		assert.Equal(t, baseline == "dlx", strings.HasSuffix(cell["fast"], "x"), "%q: a ratio of a solver to %s", cell["fast"], baseline)
		assert.False(t, strings.HasSuffix(cell["mine"], "x"), "%q: a ratio of a program to %s", cell["mine"], baseline)
		assert.Contains(t, strings.Join(tables[0].Notes, "\n"), "no ratio relates the two")
	}
}
