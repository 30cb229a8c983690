package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness"
)

// splice runs `gridjudge table --splice` on a document with this text and
// returns what becomes of it.
func splice(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "README.md")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	var stderr strings.Builder
	status := harness.Main(contestants, []string{"table", "--splice", path}, strings.NewReader(""), io.Discard, &stderr)
	require.Zero(t, status, stderr.String())
	out, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(out)
}

// The tables of the documents are what their commands make of the committed
// baseline, byte for byte.
func TestTablesAreTheBaseline(t *testing.T) {
	for _, document := range []string{"README.md", "METHODOLOGY.md"} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		assert.Equal(t, string(text), splice(t, string(text)), "%s: run make table", document)
	}
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	runs, err := filepath.Glob("results/baseline/*")
	require.NoError(t, err)
	require.Len(t, runs, 1, "one baseline run")

	var printed strings.Builder
	status := harness.Main(contestants, []string{"table", "--format", "markdown", runs[0]}, strings.NewReader(""), &printed, io.Discard)
	require.Zero(t, status)
	assert.Contains(t, string(readme), printed.String())
}

func TestAlteredTableIsPutRight(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	altered := strings.Replace(string(readme), " ms ±", "0 ms ±", 1)
	require.NotEqual(t, string(readme), altered)
	assert.Equal(t, string(readme), splice(t, altered))
}
