package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

func TestARunIsRecorded(t *testing.T) {
	dir, err := record(t.Context(), t, t.TempDir(), "", nil, nil)
	require.NoError(t, err)
	assert.Equal(t, "20260102T030405Z-0123456789ab-dirty", filepath.Base(dir))
	data := samplesOf(t, dir)
	procs := ""
	if n := runtime.GOMAXPROCS(0); n > 1 {
		procs = fmt.Sprintf("-%d", n)
	}
	assert.Contains(t, data, "BenchmarkSolve/problem=poj3076/set=b/solver=x"+procs+"\t1\t1000000 ns/op\t7 nodes/op\t9 updates/op\t0 B/op\t0 allocs/op\t")
	assert.Contains(t, data, "BenchmarkSolve/problem=poj3076/set=b/solver=y"+procs+"\t1\t2 solved/op\t5 cases/op\t1000000000 par2-ns/op\n", "a benchmark that is not timed stays in the record")
	assert.Equal(t, 1+6*11, strings.Count(data, "\nBenchmark"))
	reader := benchfmt.NewReader(strings.NewReader(data), "x")
	for reader.Scan() {
		if wrong, ok := reader.Result().(*benchfmt.SyntaxError); ok {
			assert.NoError(t, wrong)
		}
	}
	assert.Equal(t, -1, reader.Units().GetBetter("nodes/op"), "custom units say which direction is better")
	assert.NotNil(t, reader.Units().Get("nodes/op", "assume"))
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.False(t, m.Ended.IsZero())
	assert.EqualValues(t, 6*11, m.Forced)
	run, err := results.Read(dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 12)
	for i, r := range run.Results {
		assert.Equal(t, m.Plan.Benchmarks(results.Shard{})[i], r.Benchmark, "in the order of the plan")
		if r.Accepted() {
			assert.Len(t, r.Samples, 6)
		} else {
			assert.Equal(t, results.Benchmark{Set: "poj3076/b", Solver: "y"}, r.Benchmark)
			assert.Equal(t, judge.TimeLimit, r.Verdict)
			assert.Equal(t, "node budget spent", r.Reason())
		}
	}
	cases, err := results.ReadCases(dir)
	require.NoError(t, err)
	require.Len(t, cases, 12)
	assert.Equal(t, 6, cases[0].Rounds)
	assert.Equal(t, []int64{1, 2, 3, 4, 3}, cases[0].NS, "the median of 0 to 5 is 2.5")
}

func TestAnInterruptedRunIsResumed(t *testing.T) {
	whole, err := record(t.Context(), t, t.TempDir(), "", nil, nil)
	require.NoError(t, err)
	want := samplesOf(t, whole)
	wantCases, err := results.ReadCases(whole)
	require.NoError(t, err)
	for stop := 1; stop < 66; stop += 7 {
		dir := interrupted(t, stop)
		// A kill may also leave an incomplete line, or an incomplete file.
		path := filepath.Join(dir, results.SamplesFile)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString("BenchmarkSolve/problem=poj3076/set=b/solver=x 1 10")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		f, err = os.OpenFile(filepath.Join(dir, results.JudgedFile), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"set":"poj`)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = record(t.Context(), t, "", dir, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, want, samplesOf(t, dir), "stopped at sample %d", stop)
		cases, err := results.ReadCases(dir)
		require.NoError(t, err)
		assert.Equal(t, wantCases, cases, "stopped at sample %d", stop)
	}
}

func TestAnInterruptKeepsTheForcedSwitches(t *testing.T) {
	m, err := results.ReadManifest(interrupted(t, 5))
	require.NoError(t, err)
	assert.EqualValues(t, 4, m.Forced, "one of each sample that was recorded")
}

func TestAFileOfAnotherRunIsRefused(t *testing.T) {
	dir := interrupted(t, 20)
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	m.Seed++
	require.NoError(t, m.Save(dir))
	_, err = record(t.Context(), t, "", dir, nil, nil)
	require.ErrorContains(t, err, "the file is not of this run")
}
