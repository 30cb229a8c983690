package examplestest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// judge is the command of the large tests, which cut it into eight shards.
var judge = []string{"judge", "--input", "puzzles.txt"}

// single holds the puzzles and what one process makes of them, once for all tests.
var single struct {
	once    sync.Once
	puzzles string
	run     map[string]benchmark
}

// runSingle makes 50,000 puzzles and judges them in one process. It returns the puzzles.
func runSingle(t *testing.T) string {
	single.once.Do(func() {
		dir := t.TempDir()
		single.puzzles = gridjudge(t, dir, "generate", "--problem", "poj3074", "--givens", "32", "--seed", "1", "--format", "lines", "--count", "50000")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "puzzles.txt"), []byte(single.puzzles), 0o644))
		gridjudge(t, dir, append(judge, "--record", "runs")...)
		single.run = readRun(t, onlyRun(t, filepath.Join(dir, "runs")))
	})
	require.NotEmpty(t, single.run, "the single run failed in another test")
	return single.puzzles
}

// checkJudged compares the merged run below a folder with a single run.
func checkJudged(t *testing.T, dir string) {
	runSingle(t)
	assert.Empty(t, differences(single.run, readRun(t, onlyRun(t, dir))))
}
