package examplestest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files is the number of files that the tests judge. Each file is a test set.
const files = 16

// single has the result of a single process on the puzzles of the large tests. It is made once for all of
// these tests.
var single struct {
	once sync.Once
	run  map[string]benchmark
}

// large is the number of puzzles in the large tests, and few is the number in the other tests.
const large, few = 50_000, 320

// makeFiles writes files of puzzles into the subfolder puzzles of a folder. It returns the command that
// judges them.
func makeFiles(t *testing.T, dir string, puzzles int) (judge []string) {
	text := gridjudge(t, dir, "generate", "--problem", "poj3074", "--givens", "32", "--seed", "1", "--format", "lines",
		"--count", fmt.Sprint(puzzles))
	judge = []string{"judge"}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "puzzles"), 0o755))
	for part := range slices.Chunk(slices.Collect(strings.Lines(text)), puzzles/files) {
		name := fmt.Sprintf("puzzles/part.%02d", len(judge))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(part, "")), 0o644))
		judge = append(judge, name)
	}
	require.Len(t, judge, 1+files)
	return judge
}

// judgeSingle judges the puzzles in one process, and returns what this process has recorded.
func judgeSingle(t *testing.T, puzzles int) map[string]benchmark {
	dir := t.TempDir()
	gridjudge(t, dir, append(makeFiles(t, dir, puzzles), "--out", "runs")...)
	run := readRun(t, onlyRun(t, filepath.Join(dir, "runs")))
	cases := 0
	for _, b := range run {
		if b.Solver == "dlx" {
			cases += b.Cases
		}
	}
	require.Equal(t, puzzles, cases, "cases of dlx")
	return run
}

// checkLarge compares the merged run below a folder with the single run of the large tests.
func checkLarge(t *testing.T, dir string) {
	single.once.Do(func() { single.run = judgeSingle(t, large) })
	require.NotEmpty(t, single.run, "the single run failed in another test")
	assert.Empty(t, differences(single.run, readRun(t, onlyRun(t, dir))))
}
