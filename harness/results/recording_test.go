package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// sampleOf is a sample of two cases, the first of which took ns nanoseconds.
func sampleOf(solver string, round int, ns time.Duration) *Sample {
	return &Sample{
		Benchmark: Benchmark{"p/s", solver}, Round: round, Passes: 1, Cases: 2, Solved: 2, Time: ClockReading{Wall: 10, CPU: 10},
		Latency: []time.Duration{ns, 7}, Counters: []Counters{{3, 4}, {5, 6}}, Verdicts: []judge.Verdict{judge.Accepted, judge.Accepted},
	}
}

// begun creates a run with three samples of x and one of a batch.
func begun(t *testing.T, selected Selection) *Recording {
	r, err := Create(t.TempDir(), &Manifest{Started: time.Now(), Commit: "abc", Machine: machine.ThisMachine(), Selected: selected})
	require.NoError(t, err)
	for round, ns := range []time.Duration{9, 1, 5} {
		require.NoError(t, r.Append(sampleOf("x", round, ns)))
	}
	batch := sampleOf("batch", 0, 9)
	batch.Batch = true
	require.NoError(t, r.Append(batch))
	return r
}

func TestARunKeepsTheMediansOfItsCases(t *testing.T) {
	r := begun(t, Selection{})
	rejected := sampleOf("late", 0, 8)
	rejected.Rejected, rejected.Verdicts = Rejection{Verdict: judge.TimeLimit, Case: 2, Reason: "late"}, []judge.Verdict{judge.Accepted, judge.TimeLimit}
	require.NoError(t, r.Append(rejected))
	check := func() {
		all, err := ReadCases(r.Dir)
		require.NoError(t, err)
		require.Len(t, all, 3)
		assert.Equal(t, &Cases{Set: "p/s", Solver: "x", Rounds: 3, NS: []int64{5, 7}, Nodes: []uint64{3, 5}, Updates: []uint64{4, 6}, Verdicts: []VerdictRun{{judge.Accepted, 2}}}, all[0])
		assert.Empty(t, all[1].NS, "the cases of a batch have no times of their own")
		assert.Equal(t, []uint64{3, 5}, all[1].Nodes)
		assert.Equal(t, []VerdictRun{{judge.Accepted, 1}, {judge.TimeLimit, 1}}, all[2].Verdicts)
		assert.Equal(t, []int64{8, 7}, all[2].NS, "of the judged pass")
		assert.Zero(t, all[2].Rounds)
	}
	check() // of a run that is still measured
	require.NoError(t, r.Finish())
	check()
	_, err := os.Stat(filepath.Join(r.Dir, caseLinesFile))
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, r.Close())
}

func TestTwoWritersExcludeEachOther(t *testing.T) {
	r := begun(t, Selection{})
	_, err := Resume(r.Dir)
	require.ErrorContains(t, err, "another gridjudge is writing to this run")
	require.NoError(t, r.Close())
	again, err := Resume(r.Dir)
	require.NoError(t, err)
	assert.Len(t, again.Done, 4)
	again.Manifest.Ended = time.Now()
	require.NoError(t, again.Finish())
	require.NoError(t, again.Close())
	_, err = Resume(r.Dir)
	require.ErrorIs(t, err, ErrComplete)
}

func TestCaseTimesAreWholeAfterAResumedRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times.csv")
	r := begun(t, Selection{PerCase: path})
	require.NoError(t, r.CreateCaseTimes())
	require.NoError(t, r.Close()) // an interrupt, or a kill: and a sample that has only one of its two lines
	_, err := os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist, "no empty file is left")
	require.NoError(t, os.WriteFile(path, []byte("partly written"), 0o666))
	f, err := os.OpenFile(filepath.Join(r.Dir, caseLinesFile), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"set":"p/s","solver":"x","round":4,"ns":[1,1]}` + "\n" + `{"set":"p/s"`)
	require.NoError(t, err)
	require.NoError(t, f.Close())

	r, err = Resume(r.Dir)
	require.NoError(t, err)
	r.Manifest.Resumed++
	require.NoError(t, r.CreateCaseTimes())
	require.NoError(t, r.Append(sampleOf("x", 3, 2)))
	require.NoError(t, r.Finish())
	require.NoError(t, r.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, `set,case,solver,round,ns,nodes,updates
p/s,1,x,1,9,3,4
p/s,2,x,1,7,5,6
p/s,1,x,2,1,3,4
p/s,2,x,2,7,5,6
p/s,1,x,3,5,3,4
p/s,2,x,3,7,5,6
p/s,1,x,4,2,3,4
p/s,2,x,4,7,5,6
`, string(text))
}

func TestCaseTimesReplaceNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "times.csv")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o666))
	r := begun(t, Selection{PerCase: path})
	defer r.Close()
	require.ErrorIs(t, r.CreateCaseTimes(), os.ErrExist)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

func TestCaseTimesOnAFullDiskAreAnError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no /dev/full")
	}
	r := begun(t, Selection{PerCase: "/dev/full"})
	defer r.Close()
	require.NoError(t, r.CreateCaseTimes())
	require.ErrorContains(t, r.Finish(), "--per-case: ")
	m, err := ReadManifest(r.Dir)
	require.NoError(t, err)
	assert.True(t, m.Ended.IsZero(), "the run can be resumed")
}

func TestWhatTableRefusesIsNotResumed(t *testing.T) {
	for line, want := range map[string]string{
		"BenchmarkSolve/problem=p/set=s/solver=x 1 NaN ns/op":                   "want a finite number",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 -5 ns/op":                    "not negative",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 9223372036854775807 ns/op":   "exceeds 2^53",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 1e30 cases/op":               "exceeds 2^53",
		"BenchmarkSolve/problem=p/set=s/solver=x 1 1 ns/op\x1b[31m 2e300 \x07u": "exceeds 2^53",
		"BenchmarkSolve/problem=p what":                                         "in the Go benchmark format",
		"BenchmarkOther 1 5 ns/op":                                              "is not a line of bench",
	} {
		r := begun(t, Selection{})
		require.NoError(t, r.Close())
		path := filepath.Join(r.Dir, SamplesFile)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(text, line+"\n"...), 0o666))
		_, err = Resume(r.Dir)
		require.ErrorContains(t, err, want, line)
		assert.ErrorContains(t, err, SamplesFile+":", "the line is named")
		assert.NotContains(t, err.Error(), "\x07")
		if strings.Contains(line, "Solve") {
			_, err = ReadRun(r.Dir)
			assert.ErrorContains(t, err, want, "table refuses the same")
		}
	}
}

func TestControlCharactersAreEscaped(t *testing.T) {
	assert.Equal(t, `a\x1b[2J\nb\u202ec`, report.Escape("a\x1b[2J\nb\u202ec"))
	assert.Equal(t, "grün 数独", report.Escape("grün 数独"))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, SamplesFile), []byte("cpu: evil\x1b[2J\nBenchmarkSolve/problem=p/set=s\x1b[1m/solver=x 1 5 ns/op\n"), 0o666))
	m := &Manifest{Commit: "abc\x1b[31m", Seed: 1<<63 + 1, Benchmarks: []BenchmarkInfo{{Set: "p/s", Solver: "x", Rejected: Rejection{Reason: "\x07"}}}}
	require.NoError(t, m.Save(dir))
	run, err := ReadRun(dir)
	require.NoError(t, err)
	assert.EqualValues(t, uint64(1<<63+1), run.Manifest.Seed)
	assert.Equal(t, `\a`, run.Manifest.Benchmarks[0].Rejected.Reason)
	assert.NotContains(t, run.Provenance()+run.Results[0].Name.String()+run.Results[0].GetConfig("cpu"), "\x1b")
	assert.Contains(t, run.Provenance(), `abc\x1b[31m`)
}

// TestProvenanceHasTheLengthOfSamples: passes of a solver fill --time. A sample of a program is one pass.
func TestProvenanceHasTheLengthOfSamples(t *testing.T) {
	m := &Manifest{Rounds: 6, MinTime: 100 * time.Millisecond, Benchmarks: []BenchmarkInfo{{Set: "p/s", Solver: "x", Process: true}}}
	assert.Regexp(t, ", 6 rounds$", (&Run{Manifest: m}).Provenance())
	m.Benchmarks = append(m.Benchmarks, BenchmarkInfo{Set: "p/s", Solver: "y"})
	assert.Regexp(t, ", 6 rounds; a sample of a solver is as many passes as fill 100ms$", (&Run{Manifest: m}).Provenance())
	m.MinTime = 0
	assert.Regexp(t, ", 6 rounds$", (&Run{Manifest: m}).Provenance(), "judge --record has no --time")
}

// TestFoldersWithPatterns: the name of a folder is no pattern.
func TestFoldersWithPatterns(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "x[y")
	for _, run := range []string{"a", "b/c"} {
		require.NoError(t, os.MkdirAll(filepath.Join(parent, run), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(parent, run, SamplesFile), nil, 0o666))
	}
	runs, err := Find(parent)
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(parent, "a"), filepath.Join(parent, "b", "c")}, runs)
	own, err := Find(runs[0])
	require.NoError(t, err)
	assert.Equal(t, runs[:1], own)
	require.NoError(t, os.WriteFile(filepath.Join(parent, tempPattern), nil, 0o666))
	require.NoError(t, removeTemporary(parent))
	assert.NoFileExists(t, filepath.Join(parent, tempPattern))
}

// TestTheBaselineStaysSmall: it is part of every clone.
func TestTheBaselineStaysSmall(t *testing.T) {
	const most = 2 << 20
	runs, err := Find("../../results/baseline")
	require.NoError(t, err)
	require.NotEmpty(t, runs)
	total := int64(0)
	for _, run := range runs {
		files, err := os.ReadDir(run)
		require.NoError(t, err)
		for _, file := range files {
			info, err := file.Info()
			require.NoError(t, err)
			total += info.Size()
		}
	}
	assert.Less(t, total, int64(most))
}
