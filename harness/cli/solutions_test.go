package cli_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestSolutionsAreToldInEveryFormat: a reader of a table, a picture or a page can tell searches for two solutions
// from searches for the first one.
func TestSolutionsAreToldInEveryFormat(t *testing.T) {
	prose := regexp.MustCompile(`-solutions 2|-\{\}-solutions 2`)
	told := map[string]*regexp.Regexp{
		"text": prose, "markdown": prose, "latex": prose, "junit": prose, "svg": prose, "html": prose,
		"csv": regexp.MustCompile(`(?m),solutions$(\n.*)*,2$`), "json": regexp.MustCompile(`"solutions": 2\b`),
	}
	column := regexp.MustCompile(`solutions[^2]*\n[^\n]*\n[^\n]*\b2\b`) // the table of history, in prose
	counted := regexp.MustCompile(`[^-]\bsolutions\b`)                  // --slowest has a column with the counted solutions
	for solutions, tells := range map[string]bool{"1": false, "2": true} {
		dir := t.TempDir()
		for range 2 {
			status, _, stderr := run(t, "bench", "--out", dir, "--set", "poj3074/sample", "--solver", "dlx", "--rounds", "1", "--time", "1ms", "--solutions", solutions)
			require.Equal(t, 0, status, stderr)
		}
		runs, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		require.Len(t, runs, 2)
		var files []string
		for _, dir := range runs {
			files = append(files, filepath.Join(dir, results.SamplesFile))
		}
		verify := func(what, format, out string) {
			is := told[format].MatchString(out) || what == "history" && column.MatchString(out) ||
				what == "slowest" && counted.MatchString(out)
			assert.Equal(t, tells, is, "%s with --solutions %s as %s:\n%s", what, solutions, format, out)
		}
		// The caption of LaTeX has the command, but the command must not be the only place that tells it.
		verbs := map[string][]string{
			"judge":   {"judge", "--set", "poj3074/sample", "--solver", "dlx", "--solutions=" + solutions},
			"slowest": {"judge", "--set", "poj3074/sample", "--solver", "dlx", "--slowest", "2", "--solutions=" + solutions},
			"table":   {"table", dir}, "history": {"history", dir}, "compare": {"compare", runs[0], runs[1]},
			"table of a file": {"table", files[0]}, "compare of files": {"compare", files[0], files[1]},
		}
		for verb, args := range verbs {
			for _, format := range []string{"text", "markdown", "csv", "json", "latex", "junit"} {
				if format == "junit" && verb != "judge" {
					continue
				}
				_, out, _ := run(t, append(args, "--format", format)...)
				verify(verb, format, out)
			}
		}
		for _, kind := range []string{"ecdf", "bars", "nodes", "history"} {
			path := filepath.Join(t.TempDir(), "chart.svg")
			status, _, stderr := run(t, "plot", kind, dir, "--out", path)
			require.Equal(t, 0, status, stderr)
			svg, err := os.ReadFile(path)
			require.NoError(t, err)
			verify("plot "+kind, "svg", string(svg))
		}
		for _, of := range []string{dir, files[0]} {
			path := filepath.Join(t.TempDir(), "page.html")
			status, _, stderr := run(t, "report", of, "--out", path)
			require.Equal(t, 0, status, stderr)
			html, err := os.ReadFile(path)
			require.NoError(t, err)
			verify("report "+of, "html", string(html))
		}
		path := filepath.Join(t.TempDir(), "chart.svg")
		status, _, stderr := run(t, "plot", "bars", files[0], "--out", path)
		require.Equal(t, 0, status, stderr)
		svg, err := os.ReadFile(path)
		require.NoError(t, err)
		verify("plot of a file", "svg", string(svg))
	}
}

// TestBenchSearchesOn: with --solutions 2, bench measures the search that shows that a solution is the only one.
func TestBenchSearchesOn(t *testing.T) {
	nodes := func(solutions string) string {
		dir := t.TempDir()
		status, _, stderr := run(t, "bench", "--out", dir, "--set", "poj3074/sample", "--solver", "dlx", "--rounds", "1", "--time", "1ms", "--solutions", solutions)
		require.Equal(t, 0, status, stderr)
		_, table, _ := run(t, "table", "--unit", "nodes/op", "--format", "csv", dir)
		return strings.Split(strings.Split(table, "\n")[1], ",")[5]
	}
	assert.Equal(t, "494", nodes("1"))
	assert.Equal(t, "516", nodes("2"))
}

// TestLimitsAreToldInEveryFormat, because verdicts under the user's own limits differ from verdicts under the
// problem's.
func TestLimitsAreToldInEveryFormat(t *testing.T) {
	for _, format := range []string{"text", "markdown", "csv", "json", "latex", "junit"} {
		for _, limit := range []string{"", "nodes=1000000", "scale=2", "time=none", "case=1s"} {
			args := []string{"judge", "--set", "poj3074/sample", "--solver", "dlx", "--format", format}
			if limit != "" {
				args = append(args, "--limits", limit)
			}
			status, out, stderr := run(t, args...)
			require.Equal(t, 0, status, stderr)
			_, body, _ := strings.Cut(out, "\\caption") // the caption of LaTeX has the command
			_, body, _ = strings.Cut(body, "\n")
			if format != "latex" {
				body = out
			}
			assert.Equal(t, limit != "", limit != "" && strings.Contains(body, limit) || strings.Contains(body, "-limits"), "%s as %s:\n%s", limit, format, out)
		}
	}
}

// TestLimitsOfRecordedRunsAreTold: the rows of runs with --limits show them, whether a run is read as a folder or as
// a file. Without such a run there is no column of limits.
func TestLimitsOfRecordedRunsAreTold(t *testing.T) {
	parent := t.TempDir()
	usual := quickRun(t, parent)
	limited := recordedRun(t, parent, "--limits", "time=20s,scale=2")
	file := filepath.Join(limited, results.SamplesFile)
	for _, c := range []struct {
		runs []string
		want map[string]bool // the values in the column; nil: there is no column
	}{
		{[]string{usual}, nil},
		{[]string{limited}, map[string]bool{"time=20s,scale=2": true}},
		{[]string{file}, map[string]bool{"time=20s,scale=2": true}},
		{[]string{usual, limited}, map[string]bool{"": true, "time=20s,scale=2": true}},
		{[]string{usual, file}, map[string]bool{"": true, "time=20s,scale=2": true}},
	} {
		status, out, stderr := run(t, append([]string{"table", "--format", "csv"}, c.runs...)...)
		require.Equal(t, 0, status, stderr)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		require.NoError(t, err)
		at, found := slices.Index(rows[0], "limits"), map[string]bool{}
		require.Equal(t, c.want != nil, at >= 0, "%v", rows[0])
		if at < 0 {
			continue
		}
		for _, row := range rows[1:] {
			found[row[at]] = true
		}
		assert.Equal(t, c.want, found)
	}
}
