package harness_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness"
	"gridjudge/solvers/all"
)

// splice runs `gridjudge table --splice` on a document with this text and
// returns what becomes of it.
func splice(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "README.md")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	var stderr strings.Builder
	status := harness.Main(all.Contestants, []string{"table", "--splice", path}, strings.NewReader(""), io.Discard, &stderr)
	require.Zero(t, status, stderr.String())
	out, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(out)
}

// The tables of the documents are what their commands make of the committed
// baseline, byte for byte.
func TestTablesAreTheBaseline(t *testing.T) {
	t.Chdir("..") // the commands in the documents name paths from there
	for _, document := range []string{"README.md", "results/README.md", "best-known/README.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		assert.Equal(t, string(text), splice(t, string(text)), "%s: run make table", document)
	}
	readme, err := os.ReadFile("results/README.md")
	require.NoError(t, err)
	runs, err := filepath.Glob("results/baseline/*")
	require.NoError(t, err)
	require.Len(t, runs, 1, "one baseline run")

	var printed strings.Builder
	status := harness.Main(all.Contestants, []string{"table", "--format", "markdown", runs[0]}, strings.NewReader(""), &printed, io.Discard)
	require.Zero(t, status)
	assert.Contains(t, string(readme), printed.String())
}

// The committed pictures are what their commands make of the committed runs, byte for byte.
func TestPicturesAreTheRuns(t *testing.T) {
	t.Chdir("..")
	pictures := map[string][]string{"results/baseline.svg": {"results/baseline"}}
	for _, simd := range []string{"avx2", "avx512"} {
		pictures["results/best-known-"+simd+".svg"] = []string{"results/best-known", "--problem", "poj3074", "--filter",
			"/solver:(sliced-" + simd + " OR bitboard-" + simd + " OR schoku OR tdoku-" + simd + " OR kudoku OR source000)"}
	}
	for picture, arguments := range pictures {
		want, err := os.ReadFile(picture)
		require.NoError(t, err)
		out := filepath.Join(t.TempDir(), "drawn.svg")
		var stderr strings.Builder
		arguments = append([]string{"plot", "bars", "--out", out}, arguments...)
		status := harness.Main(all.Contestants, arguments, strings.NewReader(""), io.Discard, &stderr)
		require.Zero(t, status, stderr.String())
		got, err := os.ReadFile(out)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s: run make picture, or make best-known-record", picture)
	}
}

func TestAlteredTableIsPutRight(t *testing.T) {
	t.Chdir("..")
	readme, err := os.ReadFile("results/README.md")
	require.NoError(t, err)
	altered := strings.Replace(string(readme), " ms ±", "0 ms ±", 1)
	require.NotEqual(t, string(readme), altered)
	assert.Equal(t, string(readme), splice(t, altered))
}

func TestSplice(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	doc := filepath.Join(t.TempDir(), "doc.md")
	text := "before\n<!-- table: --baseline pointer " + dir + " -->\nold\n<!-- end of table -->\nafter\n"
	require.NoError(t, os.WriteFile(doc, []byte(text), 0o666))
	status, _, stderr := run(t, "table", "--splice", doc)
	require.Equal(t, 0, status, stderr)
	once, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(once), "before\n<!-- table: ") && strings.HasSuffix(string(once), "<!-- end of table -->\nafter\n"), string(once))
	assert.NotContains(t, string(once), "old\n")
	assert.Contains(t, string(once), "named")
	status, _, stderr = run(t, "table", "--splice", doc)
	require.Equal(t, 0, status, stderr)
	twice, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.Equal(t, string(once), string(twice), "the command reproduces the table byte for byte")
	// The marker may go on over several lines.
	long := strings.Replace(text, " --baseline", "\n  --baseline", 1)
	require.NoError(t, os.WriteFile(doc, []byte(long), 0o666))
	status, _, stderr = run(t, "table", "--splice", doc)
	require.Equal(t, 0, status, stderr)
	spliced, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(string(once), " --baseline", "\n  --baseline", 1), string(spliced))
	for bad, want := range map[string]string{
		"no marker\n":                   "0 markers make 0 tables",
		"<!-- table: " + dir + " -->\n": "1 markers make 0 tables",
		"\n<!-- end of table -->\n":     "1 markers make 0 tables",
		"\n<!-- table: /no/such\n\n":    "1 markers make 0 tables",
		strings.Repeat("<!-- table: "+dir+" -->\n", 2) + "<!-- end of table -->\n": "3 markers make 1 tables",
		"<!-- table: /no/such -->\n" + "<!-- end of table -->\n":                   ":1:1:",
	} {
		require.NoError(t, os.WriteFile(doc, []byte(bad), 0o666))
		status, _, stderr := run(t, "table", "--splice", doc)
		assert.Equal(t, 2, status, bad)
		assert.Contains(t, stderr, want)
		left, err := os.ReadFile(doc)
		require.NoError(t, err)
		assert.Equal(t, bad, string(left), "a document with a fault stays as it is")
	}
}
