package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// benchFile writes a file in the Go benchmark format. {x} stands for the benchmark x with the solver a, without a suffix.
func benchFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new.bench")
	text := strings.Join(lines, "\n") + "\n"
	text = strings.ReplaceAll(strings.ReplaceAll(text, "{", "BenchmarkSolve/problem=p/set="), "}", "/solver=a")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// shown returns the times of all results of a file as tables show them: by run and set.
func shown(t *testing.T, path string) map[string][]float64 {
	t.Helper()
	runs, err := Load([]string{path})
	require.NoError(t, err)
	times := map[string][]float64{}
	for _, run := range runs {
		for _, r := range run.Results {
			times[r.Set+run.Part] = r.Times()
		}
	}
	return times
}

// Samples belong to one result only if their lines and the configuration before them say the same.
func TestSamplesOfDifferentKeysStayApart(t *testing.T) {
	assert.Equal(t, map[string][]float64{"p/x": {100, 101}, "p/y": {50}},
		shown(t, benchFile(t, "cpu: A", "{x}-4 10 100 ns/op", "{x}-4 10 101 ns/op", "{y}-4 10 50 ns/op")), "one key each")
	assert.Equal(t, map[string][]float64{"p/x-1": {100}, "p/x-4": {50, 51}, "p/y-4": {7}},
		shown(t, benchFile(t, "{x} 10 100 ns/op", "{x}-4 10 50 ns/op", "{y}-4 10 7 ns/op", "{x}-4 10 51 ns/op")))
	assert.Equal(t, map[string][]float64{"p/x": {100}, "p/y-4": {7}, "p/y": {9}}, shown(t, benchFile(t,
		"{x} 10 100 ns/op", "{y-4} 10 7 ns/op", "{y}-2 10 9 ns/op")), "a set may end as if it had a suffix")
	assert.Equal(t, map[string][]float64{"p/x (cpu: A)": {100, 102}, "p/x (cpu: B)": {300}, "p/y (cpu: B)": {7}}, shown(t, benchFile(t,
		"goos: linux", "cpu: A", "{x} 10 100 ns/op", "cpu: B", "{x} 10 300 ns/op", "{y} 10 7 ns/op", "cpu: A", "{x} 10 102 ns/op")))
	assert.Equal(t, map[string][]float64{"p/x (pkg: a/b)": {1}, "p/x (pkg: c)": {2}, "p/x (pkg: )": {3}}, shown(t, benchFile(t,
		"pkg: a/b", "{x} 10 1 ns/op", "pkg: c", "{x} 10 2 ns/op", "pkg:", "{x} 10 3 ns/op")))
	assert.Equal(t, map[string][]float64{"p/x-2 (cpu: A)": {1}, "p/x-8 (cpu: A)": {2}, "p/x (cpu: B)": {3}}, shown(t, benchFile(t,
		"cpu: A", "{x}-2 10 1 ns/op", "{x}-8 10 2 ns/op", "cpu: B", "{x}-4 10 3 ns/op")))
}

// Benchmarks of two files match by name as long as each file has one of that name. If something varies within a file,
// it becomes a part of the name.
func TestNamesMatchBetweenFiles(t *testing.T) {
	for _, c := range []struct{ old, new, both string }{
		{"{x}-2 10 1 ns/op", "cpu: B\npkg: q\n{x}-8 10 1 ns/op", "p/x"},
		{"{x}-2 10 1 ns/op\n{x}-8 10 1 ns/op", "{x}-8 10 1 ns/op", "p/x-8"},
		{"{x} 10 1 ns/op", "{x} 10 1 ns/op\n{x}-8 10 1 ns/op", "p/x-1"},
		{"cpu: A\n{x} 10 1 ns/op\ncpu: B\n{x} 10 1 ns/op", "cpu: B\n{x}-4 10 1 ns/op", "p/x cpu: B"},
		{"cpu: A\n{x} 10 1 ns/op\ncpu: B\n{x} 10 1 ns/op", "cpu: C\n{x} 10 1 ns/op", ""},
		{"cpu: A\n{x} 10 1 ns/op\ncpu: B\n{y} 10 1 ns/op", "cpu: C\n{x} 10 1 ns/op\n{y} 10 1 ns/op", "p/x p/y"},
	} {
		old, err := Read(benchFile(t, c.old))
		require.NoError(t, err)
		new, err := Read(benchFile(t, c.new))
		require.NoError(t, err)
		Match(old, new)
		has, both := ByBenchmark(new.Results), []string{}
		for _, r := range old.Results {
			if has[r.Benchmark] != nil {
				both = append(both, r.Set)
			}
		}
		assert.Equal(t, c.both, strings.Join(both, " "), "%s and %s", c.old, c.new)
	}
}

// A line without a meaning is an error that names its place. It is never taken for a verdict.
func TestLinesWithoutAMeaningAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		"{x} 0 100 ns/op":           "new.bench:2: 0 iterations",
		"{x} -5 100 ns/op":          "new.bench:2: -5 iterations",
		"{x} 0 NaN ns/op":           "new.bench:2: 0 iterations",
		"{x} 10 1 ms/op":            "new.bench:2: its unit ms/op is not known",
		"{x} 10 1 us/op 7 nodes/op": "new.bench:2: its unit us/op, nodes/op is not known",
		"{x} 10 7 B/op":             "new.bench:2: its unit B/op is not known",
		"{x} ten 7 ns/op":           "new.bench:2: parsing iteration count",
	} {
		_, err := Read(benchFile(t, "{y} 10 100 ns/op", line))
		assert.ErrorContains(t, err, want)
	}
	for line, want := range map[string]float64{
		"{x} 10 1500 ns/op":                   1500,
		"{x} 10 1.5e-6 sec/op 8 ms/op 9 MB/s": 1500,
	} {
		assert.InDelta(t, want, shown(t, benchFile(t, line))["p/x"][0], 1e-6, line)
	}
	assert.Len(t, shown(t, benchFile(t, "{x} 10 1 ns/op", "BenchmarkOther 0 -1 y/op")), 1, "lines of others are theirs")
}

// Whatever go test prints when a benchmark fails is read as a failure of that benchmark. If the process ends before a
// benchmark has a result, that is a failure, too, if the other side has the benchmark.
func TestAFailureIsNoAbsence(t *testing.T) {
	head := []string{"goos: linux", "pkg: p", "{x}-2 \t1000\t 1 ns/op", "{x}-2 \t1000\t 2 ns/op"}
	tail := []string{"FAIL", "exit status 1", "FAIL\tp\t0.07s"}
	z := []string{"{z}-2 \t1000\t 1 ns/op", "--- FAIL: BenchmarkSolve"}
	old, all := benchFile(t, "{x}-8 1 1 ns/op", "{y}-8 1 1 ns/op", "{z}-8 1 1 ns/op"), map[string][]string{
		"first call":      append([]string{"--- FAIL: {y}", "    x_test.go:7: wrong"}, z...),
		"later":           append([]string{"{y}-2  \t--- FAIL: {y}-2", "    x_test.go:7: wrong"}, z...),
		"after samples":   append([]string{"{y}-2 \t1000\t 1 ns/op", "{y}-2  \t--- FAIL: {y}-2"}, z...),
		"before samples":  append([]string{"--- FAIL: {y}", "{y}-2 \t1000\t 1 ns/op"}, z...),
		"verbose":         append([]string{"{y}", "--- FAIL: {y}-2"}, z...),
		"panic":           {"{y}-2  \tpanic: boom", "created by testing.(*B).run1 in goroutine 5"},
		"panic, verbose":  {"{y}", "panic: boom", "goroutine 7 [running]:"},
		"panic later":     {"{y}-2  \t       0\t      NaN ns/op", "panic: boom"},
		"fatal error":     {"{y}-2 \t1000\t 1 ns/op", "{y}-2  \tfatal error: all goroutines are asleep"},
		"exit":            {"{y}-2  \texit status 3"},
		"exit, verbose":   {"{y}", "exit status 3"},
		"exit, unknown":   {"exit status 3"},
		"killed, verbose": {"{y}", "signal: killed"},
	}
	for name, lines := range all {
		path := benchFile(t, append(append(head[:4:4], lines...), tail...)...)
		was, err := Read(old)
		require.NoError(t, err)
		run, err := Read(path)
		require.NoError(t, err, name)
		Match(was, run)
		found := ByBenchmark(run.Results)
		require.Len(t, found, 3, name)
		assert.True(t, found[Benchmark{"p/x", "a"}].Accepted(), name)
		assert.Len(t, found[Benchmark{"p/x", "a"}].Samples, 2, name)
		y := found[Benchmark{"p/y", "a"}]
		assert.False(t, y.Accepted(), name)
		assert.Contains(t, y.Rejection(), path+":", name)
		assert.Equal(t, strings.Contains(strings.Join(lines, ""), "{z}"), found[Benchmark{"p/z", "a"}].Accepted(), name)
		runs, err := Load([]string{path})
		require.NoError(t, err, name)
		require.Len(t, runs, 1, "%s: what a failure says is not a configuration", name)
		assert.NotEmpty(t, runs[0].Warnings, name)
		for _, r := range runs[0].Results {
			assert.False(t, r.Set == "p/y" && r.Accepted(), "%s: it failed", name)
		}
	}
	_, err := Load([]string{benchFile(t, "{y}-2 \tpanic: boom")})
	assert.ErrorContains(t, err, "new.bench:1: go test failed")
	run, err := Read(benchFile(t, "{x}-2 1 1 ns/op"))
	require.NoError(t, err)
	other, err := Read(old)
	require.NoError(t, err)
	Match(run, other)
	assert.Len(t, run.Results, 1, "without a failure it is an absence")
}
