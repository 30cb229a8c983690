package merge

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestTwoMergesAtOnce: each has a folder of its own, and both are whole.
func TestTwoMergesAtOnce(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	below := t.TempDir()
	const merges = 4
	found := make(chan string, merges)
	for range merges {
		go func() {
			shards, err := Read(runs)
			if assert.NoError(t, err) {
				dir, err := shards.Join(nil).Write(below)
				assert.NoError(t, err)
				found <- dir
				return
			}
			found <- ""
		}()
	}
	var dirs []string
	for range merges {
		dir := <-found
		assert.NotContains(t, dirs, dir)
		dirs = append(dirs, dir)
		run, err := results.ReadRun(dir)
		require.NoError(t, err)
		assert.Len(t, run.Results, 8)
	}
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Len(t, entries, merges, "a temporary folder is left")
}

// TestAFailedMergeLeavesNothing: the folder of the merged run appears whole or not at all.
func TestAFailedMergeLeavesNothing(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	shards, err := Read(runs)
	require.NoError(t, err)
	below := t.TempDir()
	_, err = results.MakeRun(below, shards.Join(nil).Manifest, func(dir string) error {
		require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), nil, 0o666))
		return fs.ErrInvalid
	})
	require.ErrorIs(t, err, fs.ErrInvalid)
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Empty(t, entries)
	file := filepath.Join(below, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = shards.Join(nil).Write(file)
	assert.Error(t, err)
}
