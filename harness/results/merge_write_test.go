package results

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTwoMergesAtOnce: each has a folder of its own, and both are whole.
func TestTwoMergesAtOnce(t *testing.T) {
	shards, below := t.TempDir(), t.TempDir()
	for i := 1; i <= 2; i++ {
		cut{shard: Shard{i, 2}, most: -1}.write(t, shards)
	}
	const merges = 4
	found := make(chan string, merges)
	for range merges {
		go func() {
			dir := ""
			runs, err := FindShards([]string{shards})
			if assert.NoError(t, err) {
				run, err := Merge(runs)
				if assert.NoError(t, err) {
					dir, err = run.Write(below)
					assert.NoError(t, err)
				}
			}
			found <- dir
		}()
	}
	var dirs []string
	for range merges {
		dir := <-found
		assert.NotContains(t, dirs, dir)
		dirs = append(dirs, dir)
		run, err := Read(dir)
		require.NoError(t, err)
		assert.Len(t, run.Results, 15)
		assert.Contains(t, run.Provenance(), "merged from 2 shards")
	}
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Len(t, entries, merges, "a temporary folder is left")
}

// A shard that was run again is one shard.
func TestAShardIsCountedOnce(t *testing.T) {
	shards := t.TempDir()
	for i, shard := range []int{1, 2, 2} {
		cut{shard: Shard{shard, 2}, most: -1, started: i}.write(t, shards)
	}
	run, err := merged(t, shards)
	require.NoError(t, err)
	assert.Contains(t, run.Provenance(), "merged from 2 shards in 3 runs")
}

// TestAFailedMergeLeavesNothing: the folder of the merged run appears whole or not at all.
func TestAFailedMergeLeavesNothing(t *testing.T) {
	shards, below := t.TempDir(), t.TempDir()
	cut{shard: Shard{1, 1}, most: -1}.write(t, shards)
	run, err := merged(t, shards)
	require.NoError(t, err)
	run.Manifest.Load[0] = math.NaN() // cannot be written
	_, err = run.Write(below)
	require.Error(t, err)
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Empty(t, entries)
	run.Manifest.Load[0] = 0
	file := filepath.Join(below, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = run.Write(file)
	assert.Error(t, err)
}
