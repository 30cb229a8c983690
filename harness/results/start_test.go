package results_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
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

// TestOneStartIsOneFact: what cannot be a start on one set of a problem is none on its other sets, or two notes of one run
// would contradict each other. Other problems, programs and shards are not affected.
func TestOneStartIsOneFact(t *testing.T) {
	result := func(set, solver string, origin int, start, pass time.Duration) *results.Result {
		return &results.Result{
			Benchmark: results.Benchmark{Set: set, Solver: solver}, Process: true, Start: start, Origin: origin,
			Outcome: judge.Outcome{Verdict: judge.Accepted, Cases: 1, Passed: 1, Time: pass},
		}
	}
	const ms = time.Millisecond
	all := []*results.Result{
		result("p/fast", "odd", 0, 10*ms, ms), // it computes where there is no case
		result("p/slow", "odd", 0, 10*ms, 12*ms),
		result("p/slow", "fine", 0, 10*ms, 12*ms),
		result("q/slow", "odd", 0, 10*ms, 12*ms),
		result("p/slow", "odd", 1, 10*ms, 12*ms),
	}
	results.SettleStarts(all)
	var starts []time.Duration
	for _, r := range all {
		starts = append(starts, r.StartOfPass())
	}
	assert.Equal(t, []time.Duration{0, 0, 10 * ms, 10 * ms, 10 * ms}, starts)
	assert.Equal(t, []bool{false, false, true, true, true}, []bool{
		all[0].MostlyStart(), all[1].MostlyStart(), all[2].MostlyStart(), all[3].MostlyStart(), all[4].MostlyStart(),
	})
}
