package ranking

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

func benchmark(set, solver string, times ...time.Duration) resultstest.Benchmark {
	return resultstest.Benchmark{Set: set, Solver: solver, Times: times, Nodes: make([]uint64, len(times))}
}

// caseTimesOf returns the times of the first group, after writing runs of one build.
func caseTimesOf(t *testing.T, runs ...[]resultstest.Benchmark) (*CaseTimes, []string) {
	t.Helper()
	parent := t.TempDir()
	for i, benchmarks := range runs {
		resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 3, Started: time.Unix(int64(i), 0), Benchmarks: benchmarks})
	}
	recorded, err := Load([]string{parent}, nil)
	require.NoError(t, err)
	require.Len(t, recorded.Groups, 1)
	return recorded.CaseTimes(recorded.Groups[0])
}

func solverNames(c *CaseTimes) (names []string) {
	for _, s := range c.Solvers {
		names = append(names, s.Solver)
	}
	return names
}

// TestARejectedContestantHasNoTimes: if a contestant failed after it was judged, the recorded times come from a pass
// that does not count any more.
func TestARejectedContestantHasNoTimes(t *testing.T) {
	for _, round := range []int{0, 2} {
		mine := benchmark("p/x", "mine", 1, 1)
		mine.Dropped = &round
		got, leftOut := caseTimesOf(t, []resultstest.Benchmark{benchmark("p/x", "dlx", 5, 7), mine})
		assert.Equal(t, []string{"dlx"}, solverNames(got))
		assert.Equal(t, []float64{5e-9, 7e-9}, got.Best().Seconds)
		require.Len(t, leftOut, 1)
		assert.Contains(t, leftOut[0], "mine: no case counts as solved (WA: ")

		// A set on which it was not rejected has its times.
		got, leftOut = caseTimesOf(t, []resultstest.Benchmark{
			benchmark("p/x", "dlx", 5, 7), mine, benchmark("p/y", "dlx", 5), benchmark("p/y", "mine", 3),
		})
		assert.Equal(t, []string{"dlx", "mine"}, solverNames(got))
		assert.Equal(t, []float64{inf, inf, 3e-9}, got.Solvers[1].Seconds)
		assert.Empty(t, leftOut)
	}
}

// TestACaseThatWasNotRunIsUnsolved: a contestant that exceeds the limit of a set only has times of its first cases.
func TestACaseThatWasNotRunIsUnsolved(t *testing.T) {
	const half = time.Second / 2
	slow := benchmark("p/x", "slow", half, half-1, half, half)
	slow.Nodes = []uint64{1, 2, 3, 4}
	got, leftOut := caseTimesOf(t, []resultstest.Benchmark{slow})
	assert.Empty(t, leftOut)
	require.Len(t, got.Cases, 4)
	assert.Equal(t, []float64{0.5, 0.499999999, inf, inf}, got.Solvers[0].Seconds)
	assert.Equal(t, []uint64{1, 2, 3, 0}, got.Solvers[0].Nodes)

	got, leftOut = caseTimesOf(t, []resultstest.Benchmark{benchmark("p/x", "dlx", 5, 6, 7, 8), slow})
	assert.Empty(t, leftOut)
	assert.Equal(t, []string{"dlx", "slow"}, solverNames(got))
	assert.Equal(t, []float64{0.5, 0.499999999, inf, inf}, got.Solvers[1].Seconds)
	assert.Equal(t, []float64{5e-9, 6e-9, 7e-9, 8e-9}, got.Best().Seconds)

	got, leftOut = caseTimesOf(t, []resultstest.Benchmark{benchmark("p/x", "dlx", 5, 6), benchmark("p/x", "slow", 2*time.Second, 1)})
	assert.Equal(t, []string{"dlx"}, solverNames(got), "the first case exceeds the limit")
	require.Len(t, leftOut, 1)
	assert.Contains(t, leftOut[0], "slow: no case counts as solved (TLE: ")
}

// TestADamagedListOfCasesIsLeftOutAlone: other contestants keep their times.
func TestADamagedListOfCasesIsLeftOutAlone(t *testing.T) {
	dir := resultstest.Write(t, t.TempDir(), resultstest.Run{Commit: "c", Rounds: 3, Benchmarks: []resultstest.Benchmark{
		benchmark("p/x", "dlx", 5, 7), benchmark("p/x", "mine", 1, 1), benchmark("p/x", "other", 2, 2),
	}})
	cases, err := results.ReadCases(dir)
	require.NoError(t, err)
	cases[1].NS = cases[1].NS[:1]
	file, err := os.Create(filepath.Join(dir, results.CasesFile))
	require.NoError(t, err)
	zipped := gzip.NewWriter(file)
	require.NoError(t, json.NewEncoder(zipped).Encode(cases))
	require.NoError(t, zipped.Close())
	require.NoError(t, file.Close())

	recorded, err := Load([]string{dir}, nil)
	require.NoError(t, err)
	got, leftOut := recorded.CaseTimes(recorded.Groups[0])
	assert.Equal(t, []string{"other", "dlx"}, solverNames(got))
	require.Len(t, leftOut, 1)
	assert.Contains(t, leftOut[0], "mine: the record does not have the times of all cases of p/x")
}

// TestOfSeveralRunsTheLatestHasTheCases: there is one exception, a contestant that was rejected in another run.
func TestOfSeveralRunsTheLatestHasTheCases(t *testing.T) {
	run := func(mine ...time.Duration) []resultstest.Benchmark {
		return []resultstest.Benchmark{benchmark("p/x", "dlx", mine[0].Abs()+1, 9, 9), benchmark("p/x", "mine", mine...)}
	}
	got, _ := caseTimesOf(t, run(1, 1, 1))
	assert.False(t, got.Latest)
	got, _ = caseTimesOf(t, run(1, 1, 1), run(2, 2, 2))
	assert.True(t, got.Latest)
	assert.Equal(t, []float64{2e-9, 2e-9, 2e-9}, got.Solvers[0].Seconds)
	got, _ = caseTimesOf(t, run(1, 1, 1), run(2, -2, -2), run(3, -3, 3), run(4, 4, 4))
	assert.Equal(t, []float64{2e-9, inf, inf}, got.Solvers[1].Seconds, "the cases that the table counts as solved")
}
