package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestARunRecordsWhatWasAsked: a run records the arguments of Main. The arguments of this process are the test's.
func TestARunRecordsWhatWasAsked(t *testing.T) {
	m, err := results.ReadManifest(quickRun(t, t.TempDir(), "--seed", "9"))
	require.NoError(t, err)
	assert.EqualValues(t, 9, m.Seed)
	assert.Equal(t, m.Request.Command(), m.Command)
	assert.Equal(t, []string{"gridjudge", "bench"}, m.Command[:2])
}

// TestAChangedProgramIsNotResumed: otherwise the samples would come from two programs.
func TestAChangedProgramIsNotResumed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	dir, parent := t.TempDir(), t.TempDir()
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("cat\n"), 0o644))
	status, _, stderr := run(t, "bench", "--solver", "none", "--exec", "mine=sh "+script, "--set", "poj3074/sample", "--rounds", "1", "--out", parent)
	require.Equal(t, 1, status, stderr)
	runs, err := results.Find(parent)
	require.NoError(t, err)
	m, err := results.ReadManifest(runs[0])
	require.NoError(t, err)
	require.Len(t, m.Plan.Programs, 1)
	m.Ended = time.Time{} // as if it had been interrupted before the first sample
	require.NoError(t, m.Save(runs[0]))
	require.NoError(t, os.Truncate(filepath.Join(runs[0], results.SamplesFile), 0))
	require.NoError(t, os.WriteFile(filepath.Join(runs[0], "cases.jsonl"), nil, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(runs[0], results.FactsFile), nil, 0o666))
	require.NoError(t, os.WriteFile(script, []byte("cat; true\n"), 0o644))
	status, _, stderr = run(t, "bench", "--resume", runs[0])
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "other build of mine: files of its command: ")
}
