package cli_test

import (
	"encoding/csv"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func benchstat(t *testing.T, args ...string) string {
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"tool", "benchstat"}, args...)...).Output()
	require.NoError(t, err)
	return string(out)
}

func TestPlainBenchstatReadsRuns(t *testing.T) {
	parent := t.TempDir()
	old, new := quickRun(t, parent), recordedRun(t, parent)
	// The run looks as if it were of another commit, but nothing in the samples may depend on the commit.
	about, err := results.ReadManifest(new)
	require.NoError(t, err)
	about.Plan.Commit = "another"
	require.NoError(t, about.Save(new))
	out := benchstat(t, filepath.Join(old, results.SamplesFile), filepath.Join(new, results.SamplesFile))
	assert.Contains(t, out, "vs base")
	assert.Contains(t, out, "problem=poj3074/set=sample/solver=dlx")
	assert.Equal(t, 1, strings.Count(out, "goos:"), "one table for both: %s", out)
	read, err := results.Read(new)
	require.NoError(t, err)
	var keys []string
	for _, c := range read.Results[0].Lines()[0].Config {
		if c.File {
			keys = append(keys, c.Key)
		}
	}
	assert.Equal(t, results.ConfigKeys, keys, "benchstat splits its tables on every key: only what makes runs incomparable")
}

// TestBenchstatKeepsSearchesApart: the times of two different searches are in two tables.
func TestBenchstatKeepsSearchesApart(t *testing.T) {
	parent := t.TempDir()
	first, second := quickRun(t, parent), recordedRun(t, parent, "--solutions", "2", "--limits", "time=1m")
	out := benchstat(t, filepath.Join(first, results.SamplesFile), filepath.Join(second, results.SamplesFile))
	assert.NotContains(t, out, "vs base")
	assert.Contains(t, out, "solutions: 2\n")
	assert.Contains(t, out, "limits: time=1m0s\n")
}

func TestTableHasBenchstatsMedians(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	path := filepath.Join(dir, results.SamplesFile)
	theirs := map[string]float64{}
	records := csv.NewReader(strings.NewReader(benchstat(t, "-format", "csv", "-row", "/problem,/set", "-col", "/solver", "-filter", ".unit:sec/op", path)))
	records.FieldsPerRecord = -1
	rows, err := records.ReadAll()
	require.NoError(t, err)
	var solvers []string
	for _, row := range rows {
		switch {
		case len(row) > 2 && row[0] == "" && slices.Contains(row, "dlx"):
			solvers = row
		case len(row) > 2 && strings.HasPrefix(row[0], "poj"):
			for i := 1; i < len(row) && i < len(solvers); i++ {
				if strings.TrimSpace(solvers[i]) != "" {
					theirs[strings.Replace(row[0], " ", "/", 1)+" "+solvers[i]], err = strconv.ParseFloat(row[i], 64)
					require.NoError(t, err)
				}
			}
		}
	}
	require.Len(t, theirs, 6, "two sets, three solvers: %v", rows)

	status, out, stderr := run(t, "table", "--format", "csv", dir)
	require.Equal(t, 0, status, stderr)
	ours, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	compared := 0
	require.Equal(t, []string{"problem", "set", "solver", "run", "unit", "value"}, ours[0][:6])
	for _, row := range ours[1:] {
		want, ok := theirs[row[0]+"/"+row[1]+" "+row[2]]
		require.True(t, ok, "benchstat has no %v", row)
		got, err := strconv.ParseFloat(row[5], 64)
		require.NoError(t, err)
		assert.Equal(t, "ns/op", row[4])
		assert.InEpsilon(t, want*1e9, got, 1e-6, "%v", row)
		compared++
	}
	assert.Equal(t, 6, compared)
}
