package cli_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/cli"
	"gridjudge/harness/results"
	"gridjudge/solvers/all"
)

var updateTables = flag.Bool("update-tables", false, "write the tables of the documents instead of comparing them")

// A table in a document stands between a first line with its arguments, which may go on over several lines, and a
// last line.
var (
	tableInDocument = regexp.MustCompile(`(?ms)^<!-- table:(.*?)-->\n(.*?)^<!-- end of table -->$`)
	tableMarkers    = regexp.MustCompile(`(?m)^<!-- (table:|end of table -->)`)
)

// withTables returns a document in which every table is replaced by the output of gridjudge table for the arguments
// in its marker.
func withTables(document string) (string, error) {
	tables := tableInDocument.FindAllStringSubmatchIndex(document, -1)
	if n := len(tableMarkers.FindAllString(document, -1)); n == 0 || n != 2*len(tables) {
		return "", fmt.Errorf("%d markers make %d tables; a table is between the lines <!-- table: ARGUMENTS --> and "+
			"<!-- end of table -->", n, len(tables))
	}
	var out strings.Builder
	end := 0
	for _, at := range tables {
		line := 1 + strings.Count(document[:at[0]], "\n")
		arguments, err := shellquote.Split(document[at[2]:at[3]])
		if err != nil {
			return "", fmt.Errorf("line %d: %w", line, err)
		}
		var table, stderr strings.Builder
		arguments = append(append([]string{"table"}, arguments...), "--format", "markdown")
		if cli.Main(all.Contestants, arguments, strings.NewReader(""), &table, &stderr) != 0 {
			return "", fmt.Errorf("line %d: %s", line, stderr.String())
		}
		fmt.Fprintf(&out, "%s\n%s\n", document[end:at[4]], table.String())
		end = at[5]
	}
	return out.String() + document[end:], nil
}

// The tables of the documents equal, byte for byte, the output of their commands on the committed baseline.
func TestTablesAreTheBaseline(t *testing.T) {
	t.Chdir("../..") // the commands in the documents name paths from there
	for _, document := range []string{"README.md", "results/README.md", "best-known/README.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		want, err := withTables(string(text))
		require.NoError(t, err, document)
		if *updateTables {
			require.NoError(t, os.WriteFile(document, []byte(want), 0o666))
			continue
		}
		assert.Equal(t, want, string(text), "%s: run make table", document)
	}
	readme, err := os.ReadFile("results/README.md")
	require.NoError(t, err)
	runs, err := filepath.Glob("results/baseline/*")
	require.NoError(t, err)
	require.Len(t, runs, 1, "one baseline run")

	var printed strings.Builder
	status := cli.Main(all.Contestants, []string{"table", "--format", "markdown", runs[0]}, strings.NewReader(""), &printed, io.Discard)
	require.Zero(t, status)
	assert.Contains(t, string(readme), printed.String())
}

// The committed pictures equal, byte for byte, the output of their commands on the committed runs.
func TestPicturesAreTheRuns(t *testing.T) {
	t.Chdir("../..")
	pictures := map[string][]string{
		"results/baseline.svg":        {"results/baseline", "--problem", "poj3074"},
		"results/baseline-covers.svg": {"results/baseline", "--problem", "hust1017"},
	}
	for _, simd := range []string{"avx2", "avx512"} {
		pictures["results/best-known-"+simd+".svg"] = []string{"results/best-known", "--problem", "poj3074", "--filter",
			"/solver:(sliced-" + simd + " OR bitboard-" + simd + " OR schoku OR tdoku-" + simd + " OR emerentius OR kudoku OR source000)"}
	}
	for picture, arguments := range pictures {
		want, err := os.ReadFile(picture)
		require.NoError(t, err)
		out := filepath.Join(t.TempDir(), "drawn.svg")
		var stderr strings.Builder
		arguments = append([]string{"plot", "bars", "--out", out}, arguments...)
		status := cli.Main(all.Contestants, arguments, strings.NewReader(""), io.Discard, &stderr)
		require.Zero(t, status, stderr.String())
		got, err := os.ReadFile(out)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s: run make picture, or make best-known-record", picture)
	}
}

func TestAlteredTableIsPutRight(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("results/README.md")
	require.NoError(t, err)
	altered := strings.Replace(string(readme), " ms ±", "0 ms ±", 1)
	require.NotEqual(t, string(readme), altered)
	right, err := withTables(altered)
	require.NoError(t, err)
	assert.Equal(t, string(readme), right)
}

func TestTablesOfADocument(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	text := "before\n<!-- table: --baseline pointer " + dir + " -->\nold\n<!-- end of table -->\nafter\n"
	once, err := withTables(text)
	require.NoError(t, err)
	assert.Regexp(t, `(?s)\Abefore\n<!-- table: .*<!-- end of table -->\nafter\n\z`, once)
	assert.NotContains(t, once, "old\n")
	assert.Contains(t, once, "named")
	twice, err := withTables(once)
	require.NoError(t, err)
	assert.Equal(t, once, twice, "the command reproduces the table byte for byte")
	// The marker may go on over several lines.
	long, err := withTables(strings.Replace(text, " --baseline", "\n  --baseline", 1))
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(once, " --baseline", "\n  --baseline", 1), long)
	for bad, want := range map[string]string{
		"no marker\n":                   "0 markers make 0 tables",
		"<!-- table: " + dir + " -->\n": "1 markers make 0 tables",
		"\n<!-- end of table -->\n":     "1 markers make 0 tables",
		"\n<!-- table: /no/such\n\n":    "1 markers make 0 tables",
		strings.Repeat("<!-- table: "+dir+" -->\n", 2) + "<!-- end of table -->\n": "3 markers make 1 tables",
		"\n<!-- table: /no/such -->\n" + "<!-- end of table -->\n":                 "line 2: gridjudge: ",
		"<!-- table: '" + dir + " -->\n" + "<!-- end of table -->\n":               "line 1: Unterminated",
		"<!-- table: --unit nosuch " + dir + " -->\n<!-- end of table -->\n":       "line 1: gridjudge: ",
	} {
		_, err := withTables(bad)
		assert.ErrorContains(t, err, want, bad)
	}
}

// TestHistoryTellsNothingOfRunsThatItLeavesOut: a run of another version is not shown, so its warning would be the
// same in every history.
func TestHistoryTellsNothingOfRunsThatItLeavesOut(t *testing.T) {
	parent := t.TempDir()
	quickRun(t, parent)
	old := filepath.Join(parent, "old")
	require.NoError(t, os.Mkdir(old, 0o777))
	for name, text := range map[string]string{
		results.ManifestFile: `{"version": 0}`, results.SamplesFile: "BenchmarkSolve/problem=p/set=s/solver=dlx 1 100 ns/op\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(old, name), []byte(text), 0o666))
	}
	status, out, stderr := run(t, "history", parent)
	require.Zero(t, status, stderr)
	assert.NotContains(t, out, "version")
	_, out, _ = run(t, "table", parent)
	assert.Contains(t, out, "version", "where its samples are shown")
}
