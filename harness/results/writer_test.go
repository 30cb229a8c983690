package results

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// resultOf is an accepted result on two cases.
func resultOf(solver string) *Result {
	return &Result{Benchmark: Benchmark{"p/s", solver}, Digest: "d", Outcome: judge.Outcome{
		Verdict: judge.Accepted, Cases: 2, Passed: 2, Tally: judge.Tally{judge.Accepted: 2},
	}}
}

// columns returns the values of two cases. Their times are the times of the judged pass.
func columns() *judge.Columns {
	return &judge.Columns{NS: []int64{8, 9}, Nodes: []uint64{3, 5}, Updates: []uint64{4, 6}, Answers: []uint64{1, 2}, Verdicts: []judge.Verdict{judge.Accepted, judge.Accepted}}
}

func sampleOf(round int) *Sample { return &Sample{Round: round, Passes: 1, Wall: 10, CPU: 10} }

// begun creates a run with three samples of x and one of a batch.
func begun(t *testing.T) *Writer {
	plan := Plan{Commit: "abc", Sets: []PlannedSet{{Name: "p/s", Digest: "d", Contestants: []string{"x", "batch", "late"}}}}
	w, err := Create(t.TempDir(), &Manifest{Version: Version, Request: Request{Verb: "bench", Settings: Settings{Rounds: 3}}, Started: time.Now(), Machine: machine.ThisMachine(), Plan: plan})
	require.NoError(t, err)
	x, batch := resultOf("x"), resultOf("batch")
	require.NoError(t, w.Block(x, columns()))
	require.NoError(t, w.Judged(x))
	untimed := columns()
	clear(untimed.NS)
	require.NoError(t, w.Block(batch, untimed))
	require.NoError(t, w.Judged(batch))
	for round, ns := range []int64{9, 1, 5} {
		require.NoError(t, w.Sampled(x, []int64{ns, 7}, sampleOf(round)))
	}
	require.NoError(t, w.Sampled(batch, nil, sampleOf(0)))
	return w
}

func TestARunKeepsTheMediansOfItsCases(t *testing.T) {
	w := begun(t)
	late := resultOf("late")
	late.Verdict, late.Passed, late.Failed, late.Tally = judge.TimeLimit, 1, 2, judge.Tally{judge.Accepted: 1, judge.TimeLimit: 1}
	k := columns()
	k.Verdicts[1] = judge.TimeLimit
	require.NoError(t, w.Block(late, &judge.Columns{NS: k.NS[:1], Nodes: k.Nodes[:1], Updates: k.Updates[:1], Verdicts: k.Verdicts[:1]}))
	require.NoError(t, w.Block(late, &judge.Columns{NS: k.NS[1:], Nodes: k.Nodes[1:], Updates: k.Updates[1:], Verdicts: k.Verdicts[1:]}))
	require.NoError(t, w.Judged(late))
	whole := resultOf("whole") // of three blocks; the call for the second one takes too long
	for i := range 3 {
		k := columns()
		if i > 0 {
			k = &judge.Columns{Anew: i == 1}
		}
		require.NoError(t, w.Block(whole, k))
	}
	check := func() {
		all, err := ReadCases(w.Dir)
		require.NoError(t, err)
		require.Len(t, all, 4)
		assert.Equal(t, &Cases{Benchmark: Benchmark{"p/s", "whole"}}, all[3], "what the first block showed does not count")
		assert.Equal(t, &Cases{Benchmark: Benchmark{"p/s", "x"}, Rounds: 3, NS: []int64{5, 7}, Nodes: []uint64{3, 5}, Updates: []uint64{4, 6}, Verdicts: []VerdictRun{{judge.Accepted, 2}}}, all[0])
		assert.Empty(t, all[1].NS, "the cases of a batch have no times of their own")
		assert.Equal(t, []uint64{3, 5}, all[1].Nodes)
		assert.Equal(t, []VerdictRun{{judge.Accepted, 1}, {judge.TimeLimit, 1}}, all[2].Verdicts, "of two blocks")
		assert.Equal(t, judge.TimeLimit, all[2].VerdictOf(1))
		assert.Equal(t, []int64{8, 9}, all[2].NS, "of the judged pass")
		assert.Zero(t, all[2].Rounds)
	}
	check() // of a run that is still measured
	run, err := Read(w.Dir)
	require.NoError(t, err)
	require.Len(t, run.Warnings, 1)
	assert.Contains(t, run.Warnings[0], "the run has not ended")
	require.NoError(t, w.End())
	check()
	run, err = Read(w.Dir)
	require.NoError(t, err)
	require.Len(t, run.Warnings, 1)
	assert.Contains(t, run.Warnings[0], "batch has 1 samples of 3 rounds")
	require.Len(t, run.Results, 3)
	assert.Equal(t, judge.TimeLimit, run.Results[2].Verdict)
	assert.Equal(t, 2, run.Results[2].Failed)
	assert.Equal(t, []Benchmark{{"p/s", "x"}, {"p/s", "x"}, {"p/s", "x"}, {"p/s", "batch"}}, run.Sampled)
	assert.NoFileExists(t, filepath.Join(w.Dir, caseLinesFile))
	require.NoError(t, w.Close())
}

// TestTheConfigurationOfARunThatHasBegun: the first result may be accepted, but not measured yet.
func TestTheConfigurationOfARunThatHasBegun(t *testing.T) {
	plan := Plan{Commit: "abc", Sets: []PlannedSet{{Name: "p/s", Digest: "d", Contestants: []string{"x", "y"}}}}
	w, err := Create(t.TempDir(), &Manifest{Version: Version, Request: Request{Verb: "bench"}, Machine: machine.Machine{CPU: "One"}, Plan: plan})
	require.NoError(t, err)
	x, y := resultOf("x"), resultOf("y")
	require.NoError(t, errors.Join(w.Judged(x), w.Judged(y), w.Sampled(y, nil, sampleOf(0)), w.Close()))
	run, err := Read(w.Dir)
	require.NoError(t, err)
	require.Empty(t, run.Results[0].Samples)
	assert.Equal(t, "One", run.Config("cpu"))
}

func TestTwoWritersExcludeEachOther(t *testing.T) {
	w := begun(t)
	_, _, err := Resume(w.Dir)
	require.ErrorContains(t, err, "another gridjudge is writing to this run")
	require.NoError(t, w.Close())
	again, run, err := Resume(w.Dir)
	require.NoError(t, err)
	assert.Len(t, run.Sampled, 4)
	assert.Equal(t, 1, again.Manifest.Resumed)
	require.NoError(t, again.End())
	require.NoError(t, again.Close())
	_, _, err = Resume(w.Dir)
	require.ErrorIs(t, err, errComplete)
	assert.NoFileExists(t, filepath.Join(w.Dir, caseLinesFile), "nothing is added")
}

// TestAKillLosesAtMostALine: this holds for each file. Cases that an interrupted judging has left are replaced.
func TestAKillLosesAtMostALine(t *testing.T) {
	want := func() []*Cases {
		w := begun(t)
		defer w.Close()
		late := resultOf("late")
		require.NoError(t, w.Block(late, columns()))
		require.NoError(t, w.Judged(late))
		require.NoError(t, w.End())
		all, err := ReadCases(w.Dir)
		require.NoError(t, err)
		return all
	}()
	w := begun(t)
	require.NoError(t, w.Block(resultOf("late"), columns())) // an interrupt comes while it is judged
	require.NoError(t, w.Close())
	for name, half := range map[string]string{JudgedFile: `{"set":"p/s","sol`, SamplesFile: "BenchmarkSolve/problem=p/set=s/solver=x 1 10", caseLinesFile: `{"set":"p/s"`} {
		f, err := os.OpenFile(filepath.Join(w.Dir, name), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(half)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	w, run, err := Resume(w.Dir)
	require.NoError(t, err)
	assert.Len(t, run.Results, 2)
	late := resultOf("late")
	require.NoError(t, w.Block(late, columns()))
	require.NoError(t, w.Judged(late))
	require.NoError(t, w.End())
	require.NoError(t, w.Close())
	all, err := ReadCases(w.Dir)
	require.NoError(t, err)
	assert.Equal(t, want, all)
	run, err = Read(w.Dir)
	require.NoError(t, err)
	assert.Len(t, run.Results, 3)
	assert.Len(t, run.Sampled, 4)
}

func TestWhatTableRefusesIsNotResumed(t *testing.T) {
	const plausible = "want a number from 0 to 2^53, and a time above 0"
	for line, want := range map[string]string{
		"BenchmarkSolve/problem=p/set=s/solver=x 1 NaN ns/op":                 plausible,
		"BenchmarkSolve/problem=p/set=s/solver=x 1 -5 ns/op":                  plausible,
		"BenchmarkSolve/problem=p/set=s/solver=x 1 0 ns/op":                   plausible,
		"BenchmarkSolve/problem=p/set=s/solver=x 1 9223372036854775807 ns/op": plausible,
		"BenchmarkSolve/problem=p/set=s/solver=x 1 1e30 cases/op":             plausible,
		"BenchmarkSolve/problem=p what":                                       "in the Go benchmark format",
		"BenchmarkOther 1 5 ns/op":                                            "is not a benchmark of this run",
		"BenchmarkSolve/problem=p/set=s/solver=other 1 5 ns/op":               "is not a benchmark of this run",
	} {
		w := begun(t)
		require.NoError(t, w.Close())
		path := filepath.Join(w.Dir, SamplesFile)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(text, line+"\n"...), 0o666))
		_, _, err = Resume(w.Dir)
		require.ErrorContains(t, err, want, line)
		assert.ErrorContains(t, err, SamplesFile+":", "the line is named")
		_, err = Read(w.Dir)
		assert.ErrorContains(t, err, want, "table refuses the same")
	}
	w := begun(t)
	require.NoError(t, w.Close())
	path := filepath.Join(w.Dir, JudgedFile)
	require.NoError(t, os.WriteFile(path, []byte(`{"set":"p/s","solver":"x","verdict":"OK"}`+"\n"), 0o666))
	_, _, err := Resume(w.Dir)
	require.ErrorContains(t, err, JudgedFile+":1: ")
}

// TestProvenanceHasTheLengthOfSamples: passes of a solver fill --time. A sample of a program is one pass.
func TestProvenanceHasTheLengthOfSamples(t *testing.T) {
	m := &Manifest{Request: Request{Settings: Settings{Rounds: 6, MinTime: 100 * time.Millisecond}}}
	run := &Run{Manifest: m, Results: []*Result{{Process: true}}}
	assert.Regexp(t, ", 6 rounds planned$", run.Provenance(), "it has not ended")
	m.Ended = time.Now()
	assert.Regexp(t, ", 6 rounds$", run.Provenance())
	run.Results = append(run.Results, &Result{})
	assert.Regexp(t, ", 6 rounds; a sample of a solver is as many passes as fill 100ms$", run.Provenance())
	m.MinTime = 0
	assert.Regexp(t, ", 6 rounds$", run.Provenance(), "judge has no --time")
}

// TestFoldersWithPatterns: the name of a folder must not be read as a pattern.
func TestFoldersWithPatterns(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "x[y")
	for _, run := range []string{"a", "b/c", "killed"} {
		require.NoError(t, os.MkdirAll(filepath.Join(parent, run), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(parent, run, SamplesFile), nil, 0o666))
		if run != "killed" { // the manifest is written last
			require.NoError(t, os.WriteFile(filepath.Join(parent, run, ManifestFile), nil, 0o666))
		}
	}
	runs, err := Find(parent)
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(parent, "a"), filepath.Join(parent, "b", "c")}, runs)
	own, err := Find(runs[0])
	require.NoError(t, err)
	assert.Equal(t, runs[:1], own)
}

// TestTheRunsOfThisRepositoryAreFound: the folder also has records of experiments, and they have a run.json, too.
func TestTheRunsOfThisRepositoryAreFound(t *testing.T) {
	runs, err := Find("../../results")
	require.NoError(t, err)
	require.NotEmpty(t, runs)
	for _, dir := range runs {
		_, err := Read(dir)
		require.NoError(t, err)
	}
	experiments, err := filepath.Glob("../../results/experiments/*/" + ManifestFile)
	require.NoError(t, err)
	require.NotEmpty(t, experiments)
	for _, record := range experiments {
		assert.NotContains(t, runs, filepath.Dir(record))
	}
}

// TestTheBaselineStaysSmall: the baseline must stay small because it is part of every clone.
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

// A run carries the user's files, so that its cases can be explained elsewhere. It does not carry large files, nor
// anything but regular files.
func TestARunCarriesItsPuzzles(t *testing.T) {
	w := begun(t)
	folder := t.TempDir()
	file := func(name string, size int) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("1"), size), 0o666))
		return path
	}
	small, large := file("small.txt", mostCarried), file("large.txt", mostCarried+1)
	for set, path := range map[string]string{"p/small.txt": small, "p/large.txt": large, "p/stdin": "<stdin>", "p/s": ""} {
		r := resultOf("late")
		r.Set, r.File = set, path
		w.Manifest.Plan.Add(r.Benchmark, "", 0)
		require.NoError(t, w.Carry(set, path))
		require.NoError(t, w.Judged(r))
	}
	require.NoError(t, os.WriteFile(small, nil, 0o666))
	require.NoError(t, w.Carry("p/small.txt", small))
	copied, err := os.ReadFile(filepath.Join(w.Dir, "puzzles/p/small.txt"))
	require.NoError(t, err)
	assert.Len(t, copied, mostCarried, "what was judged first")
	copies, err := filepath.Glob(filepath.Join(w.Dir, "puzzles/*/*"))
	require.NoError(t, err)
	assert.Len(t, copies, 1)
	require.NoError(t, w.End())
	require.NoError(t, w.Close())
	run, err := Read(w.Dir)
	require.NoError(t, err)
	carried := map[string]string{"p/small.txt": "puzzles/p/small.txt"}
	for _, r := range run.Results {
		assert.Equal(t, carried[r.Set], r.Carried, r.Set)
	}
}

func TestARejectionNamesTheCase(t *testing.T) {
	wrong := judge.Outcome{Verdict: judge.WrongAnswer, Whole: true, Failed: 3, Cases: 4, Passed: 2}
	wrong.Facts = judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong, Reason: "no digit"}}
	assert.Equal(t, "WA: case 3: no digit", (&Result{Outcome: wrong}).Rejection(), "of a solver that takes batches")
	wrong.Facts.Finding.Reason = "case 3: no digit"
	assert.Equal(t, "WA: case 3: no digit", (&Result{Process: true, Outcome: wrong}).Rejection())
}
