package ranking

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
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
	opts := TableOptions{Filter: "*", Row: "/problem,/set", Col: "/solver", Unit: results.UnitWall}
	for baseline, want := range map[string][]string{"dlx": {"0.5", ""}, "mine": {"", "1"}} {
		opts.Baseline = baseline
		table, err := Table([]*results.Run{run}, opts)
		require.NoError(t, err)
		var out strings.Builder
		require.NoError(t, table.Render(&out, report.CSV, report.Style{}))
		lines := strings.Split(out.String(), "\n")
		head, row := strings.Split(lines[0], ","), strings.Split(lines[1], ",")
		got := map[string]string{}
		for i := range head {
			got[head[i]] = row[i]
		}
		assert.Equal(t, want, []string{got["fast ratio"], got["mine ratio"]}, "baseline %s", baseline)
		assert.Contains(t, strings.Join(table.Notes, "\n"), "no ratio relates the two")
	}
}
