package kerneltest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGenerateCommands(t *testing.T) {
	commands := generateCommands("package p\n\n//go:generate go -C gen run . -wide -out ../a.s -stubs ../a.go\n\n// not //go:generate this\nvar x int\n")
	require.Equal(t, [][]string{{"go", "-C", "gen", "run", ".", "-wide", "-out", "../a.s", "-stubs", "../a.go"}}, commands)
	changed, printed, err := redirected(commands[0], "dir")
	require.NoError(t, err)
	s, stubs := filepath.Join("dir", "a.s"), filepath.Join("dir", "a.go")
	assert.Equal(t, []string{"go", "-C", "gen", "run", ".", "-wide", "-out", s, "-stubs", stubs}, changed)
	assert.Equal(t, map[string]string{"a.s": s, "a.go": stubs}, printed)
	for _, command := range [][]string{{"go", "run", ".", "-out", "a.s"}, {"go", "run", ".", "-stubs", "a.go", "-out"}} {
		_, _, err := redirected(command, "dir")
		assert.ErrorContains(t, err, "has no file after", "%q", command)
	}
}

func TestOtherCodeIsSeen(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	committed := file("committed", "// command\nRET\n")
	assert.NoError(t, sameCode(committed, file("same", "// command in another folder\nRET\n")))
	assert.ErrorContains(t, sameCode(committed, file("other", "// command\nNOP\nRET\n")), "committed is not what the generator prints")
	assert.ErrorContains(t, sameCode(committed, file("empty", "// command\n")), "prints nothing")
	assert.ErrorIs(t, sameCode(filepath.Join(dir, "missing"), committed), os.ErrNotExist)
	assert.ErrorIs(t, sameCode(committed, filepath.Join(dir, "missing")), os.ErrNotExist)
}
