package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

func TestCompareTellsFilesThatAreNone(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	foreign := filepath.Join(t.TempDir(), "foreign.bench")
	for text, want := range map[string]string{
		"":                      "foreign.bench:1: no line of BenchmarkSolve",
		"hello\nworld\n":        "foreign.bench:1: no line of BenchmarkSolve",
		"BenchmarkSolve/proble": "no line of BenchmarkSolve",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 what ns/op\n":  "foreign.bench:1: parsing measurement",
		"\nBenchmarkSolve/problem=p/set=s/solver=x 1 NaN ns/op\n": "foreign.bench:2: NaN ns/op: want a number from 0 to 2^53, and a time above 0",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 +Inf ns/op\n":  "foreign.bench:1: +Inf ns/op: want a number from 0 to 2^53, and a time above 0",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 0 sec/op\n":    "foreign.bench:1: 0 sec/op: want a number from 0 to 2^53, and a time above 0",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 -5 nodes/op\n": "foreign.bench:1: -5 nodes/op: want a number from 0 to 2^53, and a time above 0",
	} {
		require.NoError(t, os.WriteFile(foreign, []byte(text), 0o666))
		for _, args := range [][]string{{"compare", foreign, dir}, {"compare", dir, foreign}, {"table", foreign}} {
			status, stdout, stderr := run(t, args...)
			assert.Equal(t, 2, status, "%q: %s", text, stderr)
			assert.Contains(t, stderr, want)
			assert.Empty(t, stdout)
		}
	}
	status, _, stderr := run(t, "compare", dir, "/no/such/run")
	assert.Equal(t, 2, status, stderr)
	assert.Contains(t, stderr, "and /no/such/run is none")
	status, _, stderr = run(t, "compare", dir)
	assert.Equal(t, 2, status, stderr)
	assert.Contains(t, stderr, "the working tree is none")
}

func TestCompareOfFiles(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := quickRun(t, t.TempDir())
	data, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	require.NoError(t, err)
	changed := filepath.Join(t.TempDir(), "changed.bench")
	write := func(edit func(fields []string)) {
		var out strings.Builder
		for line := range strings.Lines(string(data)) {
			fields := strings.Fields(line)
			if strings.HasPrefix(line, "Benchmark") {
				edit(fields)
				line = strings.Join(fields, " ") + "\n"
			}
			out.WriteString(line)
		}
		require.NoError(t, os.WriteFile(changed, []byte(out.String()), 0o666))
	}
	scale := func(unit string, factor float64) func([]string) {
		return func(fields []string) {
			for i := 2; i < len(fields); i += 2 {
				if fields[i+1] == unit {
					v, err := strconv.ParseFloat(fields[i], 64)
					require.NoError(t, err)
					fields[i] = strconv.FormatFloat(v*factor, 'f', -1, 64)
				}
			}
		}
	}
	write(scale(results.UnitCPU, 100))
	status, out, stderr := run(t, "compare", dir, changed, "--allow", "2%")
	assert.Equal(t, 1, status, stderr)
	assert.Contains(t, out, "REGRESSION")
	assert.Contains(t, out, "Noise floor: none is stored")
	status, out, _ = run(t, "compare", changed, dir, "--format", "markdown")
	assert.Equal(t, 0, status, out)
	assert.Contains(t, out, "better")

	write(scale(results.UnitNodes, 2))
	status, out, _ = run(t, "compare", dir, changed)
	assert.Equal(t, 1, status, out)
	assert.Contains(t, out, "nodes/op")
	status, out, _ = run(t, "compare", changed, dir)
	assert.Equal(t, 0, status, out)

	write(func(fields []string) { fields[0] = strings.Replace(fields[0], "solver=pointer", "solver=other", 1) })
	_, out, _ = run(t, "compare", dir, changed)
	assert.Contains(t, out, "only old")
	assert.Contains(t, out, "only new")

	write(func(fields []string) { fields[0] = strings.Replace(fields[0], "/set=", "/set=other-", 1) })
	status, out, stderr = run(t, "compare", dir, changed)
	assert.Equal(t, 2, status, out)
	assert.Contains(t, stderr, "have no benchmark with the same cases in common")

	require.NoError(t, os.WriteFile(changed, bytes.Replace(data, []byte("cpu: "), []byte("cpu: another "), 1), 0o666))
	_, out, _ = run(t, "compare", dir, changed)
	assert.Contains(t, out, "Warning: the runs differ in cpu")
	_, out, _ = run(t, "table", dir, changed)
	assert.Contains(t, out, "differ in cpu")
}

func TestARunThatWasCutShortIsNoRegression(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := quickRun(t, t.TempDir())
	cut := filepath.Join(t.TempDir(), "cut")
	require.NoError(t, os.CopyFS(cut, os.DirFS(dir)))
	about, err := results.ReadManifest(cut)
	require.NoError(t, err)
	about.Ended = time.Time{}
	require.NoError(t, about.Save(cut))
	data, err := os.ReadFile(filepath.Join(cut, results.SamplesFile))
	require.NoError(t, err)
	_, after, _ := bytes.Cut(data, []byte("\nBenchmark"))
	first := bytes.IndexByte(after, '\n') + 1
	short := data[:len(data)-len(after)+first+30] // one sample, and a part of the next
	require.NoError(t, os.WriteFile(filepath.Join(cut, results.SamplesFile), short, 0o666))
	status, out, stderr := run(t, "compare", dir, cut)
	assert.Equal(t, 4, status, "one sample is too few: %s%s", out, stderr)
	assert.NotContains(t, out, "REGRESSION")
	assert.Equal(t, 5, strings.Count(out, "only old\n"), out)
	assert.Contains(t, out, "the run has not ended")
	assert.Contains(t, out, "its last line is cut short")
}

func TestTheFloorIsOfTheMachineOfTheRuns(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := quickRun(t, t.TempDir())
	here := machine.ThisMachine()
	there := here
	there.CPU = "another"
	for _, row := range []struct {
		machine machine.Machine
		want    string
	}{{here, "Noise floor: calibrated"}, {there, "Noise floor: none is stored for the machine that measured"}} {
		require.NoError(t, (&compare.Calibration{
			Measured: time.Now(), Machine: row.machine,
			Floor: map[string]float64{"poj3074/sample": 0.01}, Solvers: map[string][]string{"poj3074/sample": {"dlx", "bitmask"}},
		}).Save())
		status, out, stderr := run(t, "compare", dir, dir)
		assert.Equal(t, 0, status, stderr)
		assert.Contains(t, out, row.want)
		assert.Equal(t, 1, strings.Count(out, "Noise floor:"), out)
	}
	require.NoError(t, (&compare.Calibration{Measured: time.Now(), Machine: here}).Save())
	changed := filepath.Join(t.TempDir(), "changed.bench")
	data, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(changed, bytes.Replace(data, []byte("cpu: "), []byte("cpu: another "), 1), 0o666))
	_, out, _ := run(t, "compare", dir, changed)
	assert.Contains(t, out, "Noise floor: none is stored for the machine that measured", "one of the runs is of another machine")
}

// TestAnEmptyShardHasAPlaceInAComparison: a shard without a benchmark is a valid run, although the table has no line
// for it.
func TestAnEmptyShardHasAPlaceInAComparison(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	require.NoError(t, (&compare.Calibration{Measured: time.Now(), Machine: machine.ThisMachine()}).Save())
	parent := t.TempDir()
	for _, shard := range []string{"1/2", "2/2"} {
		status, _, stderr := run(t, "bench", "--set", "poj3074/sample", "--solver", "pointer", "--rounds", "1", "--time", "1ms", "--seed", "1", "--shard", shard, "--out", parent)
		require.Equal(t, 0, status, stderr)
	}
	runs, err := results.Find(parent)
	require.NoError(t, err)
	require.Len(t, runs, 2)
	slices.SortFunc(runs, func(a, b string) int { // the run without a benchmark comes last
		return len(resultsOf(t, b)) - len(resultsOf(t, a))
	})
	full, empty := runs[0], runs[1]
	status, out, stderr := run(t, "history", parent)
	assert.Equal(t, 0, status, stderr)
	assert.Contains(t, out, "Left out: 1 benchmark with a single run on a machine.")
	status, _, stderr = run(t, "plot", "bars", parent, "--out", filepath.Join(t.TempDir(), "a.svg"))
	assert.Equal(t, 0, status, stderr)
	for _, c := range [][2]string{{full, empty}, {empty, full}, {empty, empty}} {
		status, out, stderr = run(t, "compare", c[0], c[1])
		assert.Contains(t, []int{0, 4}, status, stderr)
		assert.NotContains(t, out, "the runs differ in", "the empty shard is of this machine, too")
		assert.NotContains(t, out, "Noise floor:", "nothing was timed on both sides")
	}
}

func resultsOf(t *testing.T, dir string) []*results.Result {
	run, err := results.Read(dir)
	require.NoError(t, err)
	return run.Results
}

func TestServedSamplesAreCompared(t *testing.T) {
	t.Setenv(asProgram, "1")
	program := compare.Executable{Path: os.Args[0], Args: []string{"--time", "1ms", "--set", "poj3074/sample", "--solver", "dlx,pointer"}}
	rules := compare.DefaultRules
	rules.Allow = 10 // a busy machine must not decide this test; counters have to be equal whatever is allowed
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	e := &compare.Experiment{Settings: compare.Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 6, MinTime: 15 * time.Millisecond}}, Rules: rules}, Targets: [2]compare.Target{program, program}}
	found, err := e.Run(ctx)
	require.NoError(t, err)
	require.NotEmpty(t, found.Found)
	timed := 0
	for _, c := range found.Found {
		verdicts := []compare.Verdict{compare.Same}
		if !c.Counter {
			timed++
			verdicts = append(verdicts, compare.Slight) // in 1 of 32 tries all six rounds lie on one side of 1 by chance
		}
		assert.Contains(t, verdicts, c.Verdict, "%s %s: %s", c.Benchmark, c.Unit, fmt.Sprint(c))
	}
	assert.Equal(t, 2, timed)
}

// The exit status of a comparison of files that go test wrote. A benchmark that failed is a regression. Too few
// samples on one side leave the comparison open, even if the other side has many.
func TestCompareOfTheOutputOfGoTest(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	write := func(name string, parts ...string) string {
		path := filepath.Join(dir, name+".bench")
		require.NoError(t, os.WriteFile(path, []byte(strings.Join(parts, "")), 0o666))
		return path
	}
	line := func(set string, n int) string {
		return strings.Repeat("BenchmarkSolve/problem=p/set="+set+"/solver=a-2 \t 10 \t 100 ns/op\n", n)
	}
	old := write("old", line("x", 6), line("y", 6))
	for _, c := range []struct {
		new    string
		status int
		want   string
	}{
		{write("same", line("x", 6), line("y", 6)), 0, "not shown to differ"},
		{write("absent", line("x", 6)), 0, "only old"},
		{write("failed", line("x", 6), "--- FAIL: BenchmarkSolve/problem=p/set=y/solver=a\n", "FAIL\n"), 1, "failed.bench:7"},
		{write("panicked", line("x", 3), "BenchmarkSolve/problem=p/set=x/solver=a-2 \tpanic: boom\n", "exit status 2\n"), 1, "panicked.bench:4"},
		{write("few", line("x", 6), line("y", 5)), 4, "5 samples"},
	} {
		status, stdout, stderr := run(t, "compare", old, c.new)
		assert.Equal(t, c.status, status, "%s: %s%s", c.new, stdout, stderr)
		assert.Contains(t, stdout, c.want)
	}
}
