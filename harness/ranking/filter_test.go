package ranking

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
	"gridjudge/harness/results/resultstest"
)

func filtered(t *testing.T, query string) (*Recorded, error) {
	t.Helper()
	parent := t.TempDir()
	bench := func(set, solver string, times ...time.Duration) resultstest.Benchmark {
		return resultstest.Benchmark{Set: set, Solver: solver, Times: times, Nodes: make([]uint64, len(times))}
	}
	resultstest.Write(t, parent, resultstest.Run{Started: time.Unix(1, 0), Commit: "a", Rounds: 6, Benchmarks: []resultstest.Benchmark{
		bench("p/s", "dlx", time.Second, time.Second), bench("p/s", "wrong", time.Second, -1), bench("q/s", "dlx", time.Second),
	}})
	resultstest.Write(t, parent, resultstest.Run{Started: time.Unix(9, 0), Commit: "b", Rounds: 6, Benchmarks: []resultstest.Benchmark{bench("r/s", "dlx", time.Second)}})
	f, err := report.ParseFilter(query)
	require.NoError(t, err)
	return Load([]string{parent}, f)
}

func TestFilterLeavesNothingOfWhatDoesNotMatch(t *testing.T) {
	whole, err := filtered(t, "*")
	require.NoError(t, err)
	require.Len(t, whole.Runs, 2)
	some, err := filtered(t, "/problem:(p OR q) -/solver:wrong")
	require.NoError(t, err)
	require.Len(t, some.Runs, 1, "a run without results is left out")
	assert.Len(t, some.Runs[0].Results, 2)
	groups := Order(some.Runs)
	require.Len(t, groups, 2)
	assert.Equal(t, "dlx", groups[0].Rows[0].Name, "one build is left, so names need no number")
	times, leftOut := some.CaseTimes(groups[0])
	assert.Empty(t, leftOut)
	assert.Len(t, times.Solvers, 1)
	_, err = filtered(t, "/solver:nosuch")
	assert.ErrorContains(t, err, "--filter matches no line")
}

// A contestant that was judged, but never measured, has no results, because the judged pass is not a sample.
func TestWhatWasNotMeasuredHasNoResults(t *testing.T) {
	for _, unfinished := range []bool{true, false} {
		dir := resultstest.Write(t, t.TempDir(), resultstest.Run{
			Started: time.Unix(1, 0), Commit: "a", Unfinished: unfinished,
			Benchmarks: []resultstest.Benchmark{{Set: "p/s", Solver: "dlx", Times: []time.Duration{time.Second}}},
		})
		_, err := Load([]string{dir}, nil)
		assert.ErrorContains(t, err, "these runs have no results yet")
	}
}
