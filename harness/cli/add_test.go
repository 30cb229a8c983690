package cli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

// TestRunsThatCannotGrow: whatever would make new samples incomparable is refused before anything is measured.
func TestRunsThatCannotGrow(t *testing.T) {
	usual := resultstest.Run{Commit: "c", Rounds: 6, Started: time.Unix(0, 0), Benchmarks: []resultstest.Benchmark{
		{Set: "poj3074/hard", Solver: "dlx", Times: []time.Duration{time.Millisecond}},
	}}
	unfinished, rejected := usual, usual
	unfinished.Unfinished = true
	rejected.Benchmarks = []resultstest.Benchmark{{Set: "poj3074/hard", Solver: "dlx", Times: []time.Duration{-time.Millisecond}}}
	several := t.TempDir()
	resultstest.Write(t, several, usual)
	later := usual
	later.Started = time.Unix(3600, 0)
	resultstest.Write(t, several, later)
	shard := resultstest.Write(t, t.TempDir(), usual)
	m, err := results.ReadManifest(shard)
	require.NoError(t, err)
	m.Shard = results.Shard{Index: 1, Of: 2}
	require.NoError(t, m.Save(shard))
	for dir, want := range map[string]string{
		resultstest.Write(t, t.TempDir(), usual):      "no ratio would relate new times to the times of .*: another machine",
		resultstest.Write(t, t.TempDir(), unfinished): "is not complete; continue it with: gridjudge bench --resume",
		resultstest.Write(t, t.TempDir(), rejected):   "has no contestant on poj3074 that is accepted",
		several: "is not the folder of one run",
		shard:   "is only one shard of a run",
	} {
		out := t.TempDir()
		status, stdout, stderr := run(t, "bench", "--add", dir, "--solver", "bitboard", "--out", out)
		assert.Equal(t, 2, status, stderr)
		assert.Empty(t, stdout)
		assert.Regexp(t, "^gridjudge: --add: .*"+want, stderr)
		left, err := os.ReadDir(out)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

// TestOnlySetsOfAddedSolversAreMeasured: nor are controls measured that take none of these sets. The puzzles of a file
// are those of the recorded run, although the file has changed.
func TestOnlySetsOfAddedSolversAreMeasured(t *testing.T) {
	t.Chdir(t.TempDir())
	const puzzle = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	require.NoError(t, os.WriteFile("mine.txt", []byte(puzzle), 0o666))
	line := []string{"bench", "--solver", "dlx,links,pointer", "--set", "poj3074/sample,hust1017/sample", "--rounds", "2", "--time", "1ms", "--seed", "5", "mine.txt"}
	status, _, stderr := run(t, append(line, "--out", "old")...)
	require.Equal(t, 0, status, stderr)
	require.NoError(t, os.WriteFile("mine.txt", []byte(puzzle+puzzle), 0o666))
	status, _, stderr = run(t, "bench", "--add", "old", "--solver", "bitboard", "--out", "new")
	require.Equal(t, 0, status, stderr)
	runs, err := results.Load([]string{"old", "new"})
	require.NoError(t, err)
	require.Len(t, runs, 2)
	var names []string
	for _, r := range runs[1].Results {
		names = append(names, r.String())
		for _, old := range runs[0].Results {
			if old.Set == r.Set {
				assert.Equal(t, old.Digest, r.Digest)
				assert.Equal(t, 2, len(r.Samples))
			}
		}
	}
	assert.ElementsMatch(t, []string{
		"poj3074/sample dlx", "poj3074/sample bitboard", "poj3074/mine.txt dlx", "poj3074/mine.txt bitboard",
	}, names)
	dirs, err := filepath.Glob("new/*")
	require.NoError(t, err)
	m, err := results.ReadManifest(dirs[0])
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"dlx", "bitboard"}, m.Solvers)
	assert.Empty(t, m.Apart(runs[0].Manifest), "so the samples can be pooled")
}
