package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The example of the README is a file that ReadFile accepts.
func TestExampleOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), "```toml\n")
	require.True(t, found, "README.md has no example")
	example, _, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "cpp"), 0o777))
	// Files outside of the folder exist on the reader's machine, but not on this one.
	require.Contains(t, example, `["lib", "/srv/tables.bin"]`)
	example = strings.Replace(example, `["lib", "/srv/tables.bin"]`, `["`+filepath.ToSlash(dir)+`"]`, 1)
	file := filepath.Join(dir, "programs.toml")
	require.NoError(t, os.WriteFile(file, []byte(example), 0o666))
	all, err := ReadFile(file)
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"./array", "--fast"}, all[0].Run)
	assert.Equal(t, int64(256<<20), all[0].Limits.Memory)
	assert.True(t, all[0].PerCase)
	assert.Equal(t, []string{"java", "-cp", "classes", "Main"}, all[1].Run)
}
