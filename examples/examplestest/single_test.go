package examplestest

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The commands of the large tests. Each test cuts them into eight shards.
var (
	generate = []string{"generate", "--problem", "poj3074", "--givens", "32", "--seed", "1", "--format", "lines", "--count", "50000"}
	judge    = []string{"judge", "--input", "puzzles.txt"}
)

// single holds what one process makes of both commands, once for all tests.
var single struct {
	once    sync.Once
	puzzles string
	run     map[string]benchmark
}

// runSingle runs both commands in one process each.
func runSingle(t *testing.T) {
	single.once.Do(func() {
		dir := t.TempDir()
		single.puzzles = gridjudge(t, dir, generate...)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "puzzles.txt"), []byte(single.puzzles), 0o644))
		gridjudge(t, dir, append(judge, "--record", "runs")...)
		single.run = readRun(t, onlyRun(t, filepath.Join(dir, "runs")))
	})
	require.NotEmpty(t, single.run, "the single run failed in another test")
}

// checkPuzzles compares merged puzzles with those of a single run, and names the first that differs.
func checkPuzzles(t *testing.T, merged string) {
	runSingle(t)
	puzzles := strings.Split(merged, "\n")
	for i, want := range strings.Split(single.puzzles, "\n") {
		require.Less(t, i, len(puzzles), "puzzles are missing")
		require.Equal(t, want, puzzles[i], "puzzle %d", i+1)
	}
	require.Len(t, merged, len(single.puzzles))
}

// checkJudged compares the merged run below a folder with a single run.
func checkJudged(t *testing.T, dir string) {
	runSingle(t)
	assert.Empty(t, differences(single.run, readRun(t, onlyRun(t, dir))))
}
