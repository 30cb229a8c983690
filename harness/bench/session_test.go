package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

// fakeSampler is a meter that does nothing; in a fakeRun three solvers on four sets,
// one of them not accepted.
type fakeSampler struct {
	cell     results.Benchmark
	digest   uint64
	rejected *results.Sample
	before   func() // called before each sample
}

func (f *fakeSampler) Prepare(context.Context) (*results.Sample, error) { return f.rejected, nil }
func (f *fakeSampler) Close() error                                     { return nil }
func (f *fakeSampler) Sample(_ context.Context, round int) (*results.Sample, error) {
	if f.before != nil {
		f.before()
	}
	d := time.Duration(round+1) * time.Millisecond
	return &results.Sample{Benchmark: f.cell, Round: round, Passes: 1, Cases: 5, Solved: 5, Time: results.ClockReading{Wall: d, CPU: d, Forced: 1}, Nodes: 7, Updates: 9, Digest: f.digest}, nil
}

func fakeRun(rounds int, before func()) (*results.Manifest, []Sampler) {
	about := &results.Manifest{
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Commit: "0123456789abcdef", Dirty: true,
		Machine: doctor.ThisMachine(), Corpus: "c", Seed: 99, Rounds: rounds,
	}
	var meters []Sampler
	for _, set := range []string{"poj3074/a", "poj3074/b", "poj3076/a", "poj3076/b"} {
		for _, solver := range []string{"x", "y", "z"} {
			about.Benchmarks = append(about.Benchmarks, results.BenchmarkInfo{Set: set, Solver: solver})
			m := &fakeSampler{cell: results.Benchmark{Set: set, Solver: solver}, before: before}
			if set == "poj3076/b" && solver == "y" {
				m.rejected = &results.Sample{Benchmark: m.cell, Cases: 5, Solved: 2, Rejected: "TLE: too slow", PAR2: time.Second}
			}
			meters = append(meters, m)
		}
	}
	return about, meters
}

// record runs the fake run into dir until it ends or ctx does.
func record(ctx context.Context, t testing.TB, parent, dir string, before func()) (string, error) {
	about, meters := fakeRun(6, before)
	tail := &results.Tail{}
	var file *os.File
	var err error
	if dir == "" {
		dir, file, err = results.Create(parent, about)
	} else {
		about, tail, file, err = results.Open(dir)
	}
	require.NoError(t, err)
	recorder, err := results.NewRecorder(file, tail.Size, about.Machine.Config(about.Corpus))
	require.NoError(t, err)
	defer recorder.Close()
	session := &Session{
		Manifest: about, Samplers: meters, Done: tail.Benchmarks, Recorder: recorder,
		Save: func(a *results.Manifest) error { return a.Save(dir) },
	}
	return dir, session.Run(ctx)
}

func TestARunIsRecorded(t *testing.T) {
	dir, err := record(t.Context(), t, t.TempDir(), "", nil)
	require.NoError(t, err)
	assert.Equal(t, "20260102T030405Z-0123456789ab-dirty", filepath.Base(dir))
	data, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	require.NoError(t, err)
	procs := ""
	if n := runtime.GOMAXPROCS(0); n > 1 {
		procs = fmt.Sprintf("-%d", n)
	}
	assert.Contains(t, string(data), "BenchmarkSolve/problem=poj3076/set=b/solver=x"+procs+"\t1\t1000000 ns/op\t7 nodes/op\t9 updates/op\t0 B/op\t0 allocs/op\t")
	assert.Contains(t, string(data), "BenchmarkSolve/problem=poj3076/set=b/solver=y"+procs+"\t1\t2 solved/op\t5 cases/op\t1000000000 par2-ns/op\n", "what was not accepted stays in the record")
	assert.Equal(t, 1+6*11, strings.Count(string(data), "\nBenchmark"))
	reader := benchfmt.NewReader(bytes.NewReader(data), "x")
	for reader.Scan() {
		if fault, ok := reader.Result().(*benchfmt.SyntaxError); ok {
			assert.NoError(t, fault)
		}
	}
	assert.Equal(t, -1, reader.Units().GetBetter("nodes/op"), "custom units say which way is better")
	assert.NotNil(t, reader.Units().Get("nodes/op", "assume"))
	about, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.False(t, about.Ended.IsZero())
	assert.EqualValues(t, 6*11, about.Forced)
	require.Len(t, about.Rejections(), 1)
	assert.Equal(t, "TLE: too slow", about.Rejections()[0].Rejected)
}

func TestAnInterruptedRunGoesOn(t *testing.T) {
	whole, err := record(t.Context(), t, t.TempDir(), "", nil)
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join(whole, results.SamplesFile))
	require.NoError(t, err)
	for stop := 1; stop < 66; stop += 7 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		dir, err := record(ctx, t, t.TempDir(), "", func() {
			if n++; n == stop {
				cancel()
			}
		})
		require.ErrorIs(t, err, context.Canceled, "stopped at sample %d", stop)
		// A kill may also leave the beginning of a line.
		path := filepath.Join(dir, results.SamplesFile)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString("BenchmarkSolve/problem=poj3076/set=b/solver=x 1 10")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = record(t.Context(), t, "", dir, nil)
		require.NoError(t, err)
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "stopped at sample %d", stop)
	}
}

func TestAHeadThatIsNotWholeIsWrittenAnew(t *testing.T) {
	whole, err := record(t.Context(), t, t.TempDir(), "", nil)
	require.NoError(t, err)
	path := filepath.Join(whole, results.SamplesFile)
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	head := bytes.Index(want, []byte("\n\n")) + 2
	for _, left := range []int{0, 10, 60, head - 1, head, head + 20} {
		require.NoError(t, os.WriteFile(path, want[:left], 0o666))
		_, err = record(t.Context(), t, "", whole, nil)
		require.NoError(t, err)
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%d bytes were left", left)
	}
}

func TestOtherAnswersThanBeforeAreAFault(t *testing.T) {
	about, meters := fakeRun(6, nil)
	about.Benchmarks[4].Answers = fmt.Sprintf("%016x", 1) // of the session before
	meters[4].(*fakeSampler).digest = 2
	dir, file, err := results.Create(t.TempDir(), about)
	require.NoError(t, err)
	recorder, err := results.NewRecorder(file, 0, nil)
	require.NoError(t, err)
	defer recorder.Close()
	s := &Session{Manifest: about, Samplers: meters, Recorder: recorder, Save: func(a *results.Manifest) error { return a.Save(dir) }}
	var fault *ContestantError
	require.ErrorAs(t, s.Run(t.Context()), &fault)
	assert.ErrorContains(t, fault, "other answers than in the rounds before")
	assert.Equal(t, about.Benchmarks[4].Benchmark(), fault.Cell)
}

func TestAnInterruptKeepsTheForcedSwitches(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	dir, err := record(ctx, t, t.TempDir(), "", func() {
		if n++; n == 5 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	about, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.EqualValues(t, 4, about.Forced, "one of each sample that was recorded")
}

func TestCasesGoOnAfterTheLastWholeLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.csv")
	e := Event{Benchmark: results.Benchmark{Set: "p/s", Solver: "x"}, Sample: &results.Sample{Latency: []time.Duration{5}, Counters: []results.Counters{{Nodes: 7, Updates: 9}}}}
	const want = "set,case,solver,round,ns,nodes,updates\np/s,1,x,1,5,7,9\n"
	for _, left := range []string{"old\n", want[:20], want + "p/s,1,x,2,"} {
		require.NoError(t, os.WriteFile(path, []byte(left), 0o666))
		appending := left != "old\n"
		c, err := CreateCases(path, appending)
		require.NoError(t, err)
		c.Add(e)
		require.NoError(t, c.Close())
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.HasPrefix(left, want) {
			assert.Equal(t, want+"p/s,1,x,1,5,7,9\n", string(got))
		} else {
			assert.Equal(t, want, string(got), "%q was there", left)
		}
	}
}

func TestAFileOfAnotherRunIsRefused(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	dir, err := record(ctx, t, t.TempDir(), "", func() {
		if n++; n == 20 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	about, err := results.ReadManifest(dir)
	require.NoError(t, err)
	about.Seed++
	require.NoError(t, about.Save(dir))
	_, err = record(t.Context(), t, "", dir, nil)
	require.ErrorContains(t, err, "the file is not of this run")

	require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), []byte("BenchmarkSolve/problem=a 1 what\n"), 0o666))
	_, _, _, err = results.Open(dir)
	require.ErrorContains(t, err, results.SamplesFile+":1:")
}

func TestAFaultyContestantStopsTheRun(t *testing.T) {
	about, meters := fakeRun(6, nil)
	bad := errors.New("another answer than when judged")
	meters[0] = &failing{fakeSampler{cell: about.Benchmarks[0].Benchmark()}, bad}
	dir, file, err := results.Create(t.TempDir(), about)
	require.NoError(t, err)
	recorder, err := results.NewRecorder(file, 0, nil)
	require.NoError(t, err)
	defer recorder.Close()
	s := &Session{Manifest: about, Samplers: meters, Recorder: recorder, Save: func(a *results.Manifest) error { return a.Save(dir) }}
	var fault *ContestantError
	require.ErrorAs(t, s.Run(t.Context()), &fault)
	assert.ErrorIs(t, fault, bad)
	assert.Equal(t, about.Benchmarks[0].Benchmark(), fault.Cell)
}

type failing struct {
	fakeSampler
	err error
}

func (f *failing) Sample(context.Context, int) (*results.Sample, error) { return nil, f.err }
