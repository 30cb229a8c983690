package results_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

// TestAFileKnowsProgramsAndNoStart: a file of samples says which contestants are programs, even if they were not timed.
// It does not have the start of a process. That is told, and the start is not taken for zero.
func TestAFileKnowsProgramsAndNoStart(t *testing.T) {
	const ms = time.Millisecond
	dir := resultstest.Write(t, t.TempDir(), resultstest.Run{Rounds: 6, Started: time.Unix(1e9, 0), Benchmarks: []resultstest.Benchmark{
		{Set: "poj3074/sample", Solver: "right", Times: []time.Duration{ms}, Process: true},
		{Set: "poj3074/sample", Solver: "wrong", Times: []time.Duration{-1}, Process: true},
		{Set: "poj3074/sample", Solver: "dlx", Times: []time.Duration{ms}},
	}})
	run, err := results.Read(filepath.Join(dir, results.SamplesFile))
	require.NoError(t, err)
	process, start := map[string]bool{}, map[string]time.Duration{}
	for _, r := range run.Results {
		process[r.Solver], start[r.Solver] = r.Process, r.Start
	}
	assert.Equal(t, map[string]bool{"right": true, "wrong": true, "dlx": false}, process)
	assert.Equal(t, map[string]time.Duration{"right": results.UnrecordedStart, "wrong": 0, "dlx": 0}, start)
	notes := results.StartNotes(run.Results)
	require.Len(t, notes, 1)
	run.Results[0].Start = ms / 10
	assert.NotEqual(t, notes, results.StartNotes(run.Results), "a start that is known")
}
