package scoreboard

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestARowIsOfOneSet: whatever keys make rows and columns, times on different cases are never divided or ranked,
// neither in tables nor in CSV.
func TestARowIsOfOneSet(t *testing.T) {
	var text strings.Builder
	for _, of := range []string{"p/a", "p/b", "q/a"} {
		problem, set, _ := strings.Cut(of, "/")
		for i, solver := range []string{"dlx", "fast"} {
			for range 6 {
				fmt.Fprintf(&text, "BenchmarkSolve/problem=%s/set=%s/solver=%s 1 %d ns/op 5 solved/op 5 cases/op\n", problem, set, solver, 100+i)
			}
		}
	}
	all := []*results.Run{recordedRun(t, "r", text.String(), nil)}
	one := []*results.Run{recordedRun(t, "r", strings.ReplaceAll(text.String(), "problem=q/set=a", "problem=p/set=c"), nil)}
	for _, row := range []struct {
		runs     []*results.Run
		row, col string
		refused  string
	}{
		{all, "/problem,/set", "/solver", ""},
		{all, "/problem,/set", "/set,/solver", ""},
		{all, "/set", "/problem,/solver", "p/a with q/a"},
		{all, "/problem", "/set,/solver", "p/a with p/b"},
		{all, ".name", "/problem,/set,/solver", "p/a with p/b"},
		{all, "/set", "/solver", "one cell"},
		{one, "/set", "/solver", ""},
	} {
		opts := TableOptions{Row: row.row, Col: row.col, Units: []string{results.UnitWall}}
		tables, err := Tables(row.runs, opts)
		_, longErr := Long(row.runs, opts)
		if row.refused != "" {
			require.ErrorContains(t, err, row.refused)
			require.ErrorContains(t, longErr, row.refused)
			continue
		}
		require.NoError(t, err)
		require.NoError(t, longErr)
		for _, table := range tables {
			assert.NotEmpty(t, table.Label, "--row %s --col %s", row.row, row.col)
		}
		for _, note := range tables[len(tables)-1].Closing {
			assert.NotRegexp(t, `^( |:)`, note, "who is first is so in something that has a name")
		}
	}
}
