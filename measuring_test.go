package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness"
	"gridjudge/harness/compare"
	"gridjudge/harness/measure"
)

// asProgram makes this test binary the program itself, for tests that start,
// kill or rebuild it.
const asProgram = "GRIDJUDGE_TEST_AS_PROGRAM"

func init() {
	if os.Getenv(asProgram) != "" {
		os.Exit(harness.Main(dialled(contestants), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
}

// run calls the command line in this process.
func run(t testing.TB, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = harness.Main(contestants, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// quickRun records a small run and returns its folder.
func quickRun(t testing.TB, results string, args ...string) string {
	before, _ := filepath.Glob(filepath.Join(results, "*", measure.AboutFile))
	args = append([]string{"bench", "--out", results, "--set", "poj3074/sample,poj3074/named", "--solver", "dlx,pointer,bitboard", "--rounds", "6", "--time", "1ms"}, args...)
	status, _, stderr := run(t, args...)
	require.Equal(t, 0, status, stderr)
	after, err := filepath.Glob(filepath.Join(results, "*", measure.AboutFile))
	require.NoError(t, err)
	require.Len(t, after, len(before)+1)
	for _, path := range after {
		if !slices.Contains(before, path) {
			return filepath.Dir(path)
		}
	}
	return ""
}

func benchstat(t *testing.T, args ...string) string {
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"tool", "benchstat"}, args...)...).Output()
	require.NoError(t, err)
	return string(out)
}

func TestPlainBenchstatReadsRuns(t *testing.T) {
	results := t.TempDir()
	old, new := quickRun(t, results), quickRun(t, results)
	// As if of another commit: nothing in the samples may depend on it.
	about, err := measure.ReadAbout(new)
	require.NoError(t, err)
	about.Commit = "another"
	require.NoError(t, about.Save(new))
	out := benchstat(t, filepath.Join(old, measure.SamplesFile), filepath.Join(new, measure.SamplesFile))
	assert.Contains(t, out, "vs base")
	assert.Contains(t, out, "problem=poj3074/set=sample/solver=dlx")
	assert.Equal(t, 1, strings.Count(out, "goos:"), "one table for both: %s", out)
	read, err := compare.ReadRun(new)
	require.NoError(t, err)
	var keys []string
	for _, c := range read.Results[0].Config {
		if c.File {
			keys = append(keys, c.Key)
		}
	}
	assert.Equal(t, measure.ConfigKeys, keys, "benchstat splits its tables on every key: only what makes runs incomparable")
}

func TestTableHasBenchstatsMedians(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	path := filepath.Join(dir, measure.SamplesFile)
	theirs := map[string]float64{}
	records := csv.NewReader(strings.NewReader(benchstat(t, "-format", "csv", "-row", "/problem,/set", "-col", "/solver", "-filter", ".unit:sec/op", path)))
	records.FieldsPerRecord = -1
	rows, err := records.ReadAll()
	require.NoError(t, err)
	var solvers []string
	for _, row := range rows {
		switch {
		case len(row) > 2 && row[0] == "" && slices.Contains(row, "dlx"):
			solvers = row
		case len(row) > 2 && strings.HasPrefix(row[0], "poj"):
			for i := 1; i < len(row) && i < len(solvers); i++ {
				if strings.TrimSpace(solvers[i]) != "" {
					theirs[strings.Replace(row[0], " ", "/", 1)+" "+solvers[i]], err = strconv.ParseFloat(row[i], 64)
					require.NoError(t, err)
				}
			}
		}
	}
	require.Len(t, theirs, 6, "two sets, three solvers: %v", rows)

	status, out, stderr := run(t, "table", "--format", "csv", dir)
	require.Equal(t, 0, status, stderr)
	ours, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	compared := 0
	for _, row := range ours[1:3] {
		for i, name := range ours[0] {
			if want, ok := theirs[row[0]+"/"+row[1]+" "+name]; ok {
				got, err := strconv.ParseFloat(row[i], 64)
				require.NoError(t, err)
				assert.InEpsilon(t, want, got, 1e-6, "%v %s", row[:2], name)
				compared++
			}
		}
	}
	assert.Equal(t, 6, compared)
}

func TestCountersAreIdenticalEverywhere(t *testing.T) {
	counters := func(dir string) map[string]float64 {
		run, err := compare.ReadRun(dir)
		require.NoError(t, err)
		all := map[string]float64{}
		for _, unit := range []string{measure.UnitNodes, measure.UnitUpdates, measure.UnitSolved} {
			for cell, values := range run.Values(unit) {
				for _, v := range values {
					assert.Equal(t, values[0], v, "%s %s", cell, unit)
				}
				all[cell.String()+" "+unit] = values[0]
			}
		}
		return all
	}
	results := t.TempDir()
	want := counters(quickRun(t, results))
	require.Len(t, want, 2*3*3)
	runs := 3
	if os.Getenv(experimentVariable) == "counters" {
		runs = 100
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range runs {
		procs := 1 + i%2
		runtime.GOMAXPROCS(procs)
		assert.Equal(t, want, counters(quickRun(t, results)), "run %d, GOMAXPROCS=%d", i+1, procs)
	}
	t.Logf("%d counters were the same in %d runs", len(want), runs)
}

func TestKilledAtAnyMomentARunGoesOn(t *testing.T) {
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("GRIDJUDGE_KILLS")); err == nil {
		kills = n
	}
	args := []string{"bench", "--set", "poj3074/sample", "--solver", "dlx,pointer,bitboard", "--rounds", "40", "--time", "3ms", "--seed", "5"}
	cells := func(dir string) (out []string) {
		run, err := compare.ReadRun(dir)
		require.NoError(t, err)
		assert.Empty(t, run.Warnings)
		for _, res := range run.Results {
			out = append(out, res.Name.String())
		}
		return out
	}
	whole := t.TempDir()
	status, _, stderr := run(t, append(args, "--out", whole)...)
	require.Equal(t, 0, status, stderr)
	only := func(results string) string {
		dirs, err := filepath.Glob(filepath.Join(results, "*"))
		require.NoError(t, err)
		if len(dirs) == 0 {
			return ""
		}
		require.Len(t, dirs, 1)
		return dirs[0]
	}
	want := cells(only(whole))
	require.Len(t, want, 3*40)
	r := rand.New(rand.NewPCG(uint64(kills), 1))
	killed := 0
	for k := range kills {
		results := t.TempDir()
		next := append(slices.Clone(args), "--out", results)
		for {
			cmd := exec.CommandContext(t.Context(), os.Args[0], next...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			require.NoError(t, cmd.Start())
			timer := time.AfterFunc(time.Duration(20+r.IntN(600))*time.Millisecond, func() { cmd.Process.Kill() })
			err := cmd.Wait()
			timer.Stop()
			if err == nil {
				break
			}
			killed++
			dir := only(results)
			if dir == "" {
				continue // killed before there was anything
			}
			if _, err := os.Stat(filepath.Join(dir, measure.AboutFile)); err != nil {
				require.NoError(t, os.RemoveAll(dir))
				continue
			}
			_, err = compare.ReadRun(dir) // parses at every moment, once there is a line
			if err != nil {
				require.ErrorContains(t, err, "no line of BenchmarkSolve", "kill %d", killed)
			}
			next = []string{"bench", "--resume", dir}
			if about, err := measure.ReadAbout(dir); err == nil && !about.Ended.IsZero() {
				break
			}
		}
		assert.Equal(t, want, cells(only(results)), "run %d: the samples of an uninterrupted run, none twice", k+1)
	}
	assert.Positive(t, killed, "no run was killed at all")
	t.Logf("%d kills in %d runs", killed, kills)
}

func TestCompareTellsFilesThatAreNone(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	foreign := filepath.Join(t.TempDir(), "foreign.bench")
	for text, want := range map[string]string{
		"":                      "foreign.bench:1: no line of BenchmarkSolve in it",
		"hello\nworld\n":        "foreign.bench:1: no line of BenchmarkSolve in it",
		"BenchmarkSolve/proble": "no line of BenchmarkSolve in it",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 what ns/op\n":  "foreign.bench:1: parsing measurement",
		"\nBenchmarkSolve/problem=p/set=s/solver=x 1 NaN ns/op\n": "foreign.bench:2: NaN sec/op: want a finite number",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 +Inf ns/op\n":  "foreign.bench:1: +Inf ns/op: want a finite number",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 0 sec/op\n":    "foreign.bench:1: a pass cannot have taken no time",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 -5 nodes/op\n": "foreign.bench:1: -5 nodes/op: want a finite number",
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
}

func TestCompareOfFiles(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := quickRun(t, t.TempDir())
	data, err := os.ReadFile(filepath.Join(dir, measure.SamplesFile))
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
	write(scale(measure.UnitCPU, 100))
	status, out, stderr := run(t, "compare", dir, changed, "--allow", "2%")
	assert.Equal(t, 1, status, stderr)
	assert.Contains(t, out, "REGRESSION")
	assert.Contains(t, out, "Noise floor: none is stored")
	status, out, _ = run(t, "compare", changed, dir, "--format", "markdown")
	assert.Equal(t, 0, status, out)
	assert.Contains(t, out, "better")

	write(scale(measure.UnitNodes, 2))
	status, out, _ = run(t, "compare", dir, changed)
	assert.Equal(t, 1, status, out)
	assert.Contains(t, out, "nodes/op")
	status, out, _ = run(t, "compare", changed, dir)
	assert.Equal(t, 0, status, out)

	write(func(fields []string) { fields[0] = strings.Replace(fields[0], "solver=pointer", "solver=other", 1) })
	_, out, _ = run(t, "compare", dir, changed)
	assert.Contains(t, out, "only old")
	assert.Contains(t, out, "only new")

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
	about, err := measure.ReadAbout(cut)
	require.NoError(t, err)
	about.Ended = time.Time{}
	require.NoError(t, about.Save(cut))
	data, err := os.ReadFile(filepath.Join(cut, measure.SamplesFile))
	require.NoError(t, err)
	_, after, _ := bytes.Cut(data, []byte("\nBenchmark"))
	first := bytes.IndexByte(after, '\n') + 1
	short := data[:len(data)-len(after)+first+30] // one sample, and a part of the next
	require.NoError(t, os.WriteFile(filepath.Join(cut, measure.SamplesFile), short, 0o666))
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
	here := measure.ThisMachine()
	there := here
	there.CPU = "another"
	given := filepath.Join(t.TempDir(), "floor.json")
	stored, err := compare.CalibrationPath()
	require.NoError(t, err)
	for _, row := range []struct {
		machine measure.Machine
		given   bool
		want    string
	}{
		{here, false, "Noise floor: calibrated"},
		{here, true, "Noise floor: calibrated"},
		{there, false, "Noise floor: none is stored for this machine"},
		{there, true, "Noise floor: the stored one is of another machine than these runs"},
	} {
		c := &compare.Calibration{Measured: time.Now(), Machine: row.machine, Overall: 0.05}
		args := []string{"compare", dir, dir}
		if row.given {
			require.NoError(t, c.Save(given))
			args = append(args, "--floor", given)
		} else {
			require.NoError(t, c.Save(stored))
		}
		status, out, stderr := run(t, args...)
		assert.Equal(t, 0, status, stderr)
		assert.Contains(t, out, row.want)
		assert.Equal(t, 1, strings.Count(out, "Noise floor:"), out)
	}
}

func TestTestingGivesTheSameNames(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^$", "-test.bench", "Solve/problem=poj3074/set=named", "-test.benchtime", "1x")
	printed, err := cmd.Output()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "go.bench")
	require.NoError(t, os.WriteFile(path, printed, 0o666))
	theirs, err := compare.ReadRun(path)
	require.NoError(t, err)
	results := t.TempDir()
	status, _, stderr := run(t, "bench", "--set", "poj3074/named", "--rounds", "1", "--time", "1ms", "--out", results)
	require.Equal(t, 0, status, stderr)
	dirs, err := compare.Find(results)
	require.NoError(t, err)
	ours, err := compare.ReadRun(dirs[0])
	require.NoError(t, err)
	names := func(r *compare.Run) (out []string) {
		for _, res := range r.Results {
			out = append(out, res.Name.String())
		}
		slices.Sort(out)
		return out
	}
	assert.Greater(t, len(names(ours)), 5)
	assert.Equal(t, names(ours), names(theirs))
	for _, unit := range []string{measure.UnitNodes, measure.UnitUpdates} {
		assert.Equal(t, ours.Values(unit), theirs.Values(unit), unit)
	}
}

func TestSplice(t *testing.T) {
	dir := quickRun(t, t.TempDir())
	doc := filepath.Join(t.TempDir(), "doc.md")
	text := "before\n<!-- table: --baseline pointer " + dir + " -->\nold\n<!-- end of table -->\nafter\n"
	require.NoError(t, os.WriteFile(doc, []byte(text), 0o666))
	status, _, stderr := run(t, "table", "--splice", doc)
	require.Equal(t, 0, status, stderr)
	once, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(once), "before\n<!-- table: ") && strings.HasSuffix(string(once), "<!-- end of table -->\nafter\n"), string(once))
	assert.NotContains(t, string(once), "old\n")
	assert.Contains(t, string(once), "named")
	status, _, stderr = run(t, "table", "--splice", doc)
	require.Equal(t, 0, status, stderr)
	twice, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.Equal(t, string(once), string(twice), "the command reproduces the table byte for byte")
	for bad, want := range map[string]string{
		"no marker\n":                   "no line begins with",
		"<!-- table: " + dir + " -->\n": ":1:1: the table has no end",
		"\n<!-- end of table -->\n":     ":2:1: a table ends that has not begun",
		"<!-- table: /no/such -->\n" + "<!-- end of table -->\n": ":1:1:",
	} {
		require.NoError(t, os.WriteFile(doc, []byte(bad), 0o666))
		status, _, stderr := run(t, "table", "--splice", doc)
		assert.Equal(t, 2, status, bad)
		assert.Contains(t, stderr, want)
		left, err := os.ReadFile(doc)
		require.NoError(t, err)
		assert.Equal(t, bad, string(left), "a document with a fault stays as it is")
	}
}

func TestBenchUsage(t *testing.T) {
	for args, want := range map[string]string{
		"bench --solver dxl":                `did you mean "dlx"`,
		"bench --set poj3074/smaple":        "sample",
		"bench --rounds 0":                  "positive",
		"bench --resume /no/such/run":       "no such file",
		"bench --input x --set all":         "exclude",
		"bench --problem poj3074":           "--input",
		"bench --cpu -7":                    "counted from 0",
		"compare HEAD --cpu -7":             "counted from 0",
		"calibrate --cpu -7":                "counted from 0",
		"compare":                           "OLD",
		"compare HEAD --allow much":         "share",
		"compare no-such-revision":          "git revision",
		"table":                             "which runs",
		"table --filter ( x":                "x",
		"calibrate --samples 3":             "--samples",
		"history --results /no/such/folder": "no such file",
	} {
		status, _, stderr := run(t, strings.Fields(args)...)
		assert.Equal(t, 2, status, "%s: %s", args, stderr)
		assert.Contains(t, stderr, want, args)
	}
}

func TestARunGoesOnAsItWasBegun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux binds a thread to a processor")
	}
	// The goroutine of this test is locked to its thread, which ends with it: no
	// other test is bound.
	dir := quickRun(t, t.TempDir(), "--cpu", "0")
	about, err := measure.ReadAbout(dir)
	require.NoError(t, err)
	assert.Equal(t, 0, *about.Pinned)
	status, _, stderr := run(t, "bench", "--resume", dir, "--cpu", "0")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "--cpu does not go with --resume")
	about.Ended = time.Time{}
	*about.Pinned = 999999
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "processor 999999", "the processor is that of the beginning")
	*about.Pinned = 0
	about.Program = "another"
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "another build of this program")
}

func TestPerCase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.csv")
	quickRun(t, t.TempDir(), "--per-case", path)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"set", "case", "solver", "round", "ns", "nodes", "updates"}, rows[0])
	assert.Len(t, rows, 1+6*3*(2+7), "six rounds, three solvers, two cases of one set and seven of the other")
}

func TestServedSamplesAreCompared(t *testing.T) {
	t.Setenv(asProgram, "1")
	program := compare.Executable{Path: os.Args[0], Args: []string{"--time", "1ms", "--set", "poj3074/sample", "--solver", "dlx,pointer"}}
	sides := [2]*compare.Side{compare.NewSide("a"), compare.NewSide("b")}
	plan := &compare.Plan{Seed: 1, Rounds: 6, Audit: true}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, compare.SideBySide(ctx, [2]compare.Program{program, program}, sides, plan))
	require.Len(t, plan.Cells, 2)
	cs := compare.Compare(sides[0], sides[1], func(measure.Cell) float64 { return 10 }, true)
	compare.Decide(cs, compare.DefaultRules)
	for _, c := range cs {
		assert.Equal(t, compare.Same, c.Verdict, "%s %s: %s", c.Cell, c.Unit, fmt.Sprint(c))
	}
}
