package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

// idleSampler measures nothing; in a fakeRun three solvers on four sets,
// one of them not accepted.
type idleSampler struct {
	benchmark results.Benchmark
	digest    uint64
	rejected  *results.Sample
	before    func() // called before each sample
}

func (f *idleSampler) Prepare(context.Context) (*results.Sample, error) { return f.rejected, nil }
func (f *idleSampler) Close() error                                     { return nil }
func (f *idleSampler) Sample(_ context.Context, round int) (*results.Sample, error) {
	if f.before != nil {
		f.before()
	}
	d := time.Duration(round+1) * time.Millisecond
	return &results.Sample{Benchmark: f.benchmark, Round: round, Passes: 1, Cases: 5, Solved: 5, Time: results.ClockReading{Wall: d, CPU: d, Forced: 1}, Nodes: 7, Updates: 9, Digest: f.digest}, nil
}

func fakeRun(rounds int, before func()) (*results.Manifest, []Sampler) {
	m := &results.Manifest{
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Commit: "0123456789abcdef", Dirty: true,
		Machine: machine.ThisMachine(), Corpus: "c", Seed: 99, Rounds: rounds,
	}
	var samplers []Sampler
	for _, set := range []string{"poj3074/a", "poj3074/b", "poj3076/a", "poj3076/b"} {
		for _, solver := range []string{"x", "y", "z"} {
			m.Benchmarks = append(m.Benchmarks, results.BenchmarkInfo{Set: set, Solver: solver, Cases: 5, Limit: time.Minute})
			s := &idleSampler{benchmark: results.Benchmark{Set: set, Solver: solver}, before: before}
			if set == "poj3076/b" && solver == "y" {
				s.rejected = &results.Sample{
					Benchmark: s.benchmark, Cases: 5, Solved: 2, PAR2: time.Second,
					Rejected: results.Rejection{Verdict: judge.TimeLimit, Reason: "too slow"},
					Verdicts: []judge.Verdict{judge.Accepted, judge.Accepted, judge.TimeLimit, judge.NotJudged, judge.NotJudged},
				}
			}
			samplers = append(samplers, s)
		}
	}
	return m, samplers
}

// record runs the fake run below parent, or resumes it in dir, until it ends or ctx
// does. change, where not nil, may change the samplers.
func record(ctx context.Context, t testing.TB, parent, dir string, before func(), change func([]Sampler)) (string, error) {
	m, samplers := fakeRun(6, before)
	if change != nil {
		change(samplers)
	}
	var recording *results.Recording
	var err error
	if dir == "" {
		recording, err = results.Create(parent, m)
	} else {
		recording, err = results.Resume(dir)
	}
	if err != nil {
		return dir, err
	}
	defer recording.Close()
	return recording.Dir, (&Session{Recording: recording, Samplers: samplers}).Run(ctx)
}

// interrupted records the run until sample number stop.
func interrupted(t testing.TB, stop int) string {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	dir, err := record(ctx, t, t.TempDir(), "", func() {
		if n++; n == stop {
			cancel()
		}
	}, nil)
	require.ErrorIs(t, err, context.Canceled, "stopped at sample %d", stop)
	return dir
}

// samplesOf returns the recorded samples of a run.
func samplesOf(t testing.TB, dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	require.NoError(t, err)
	return string(data)
}

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
	require.Len(t, m.Rejections(), 1)
	assert.Equal(t, "TLE: too slow", m.Rejections()[0].Rejected.String())
}

func TestAnInterruptedRunIsResumed(t *testing.T) {
	whole, err := record(t.Context(), t, t.TempDir(), "", nil, nil)
	require.NoError(t, err)
	want := samplesOf(t, whole)
	for stop := 1; stop < 66; stop += 7 {
		dir := interrupted(t, stop)
		// A kill may also leave the beginning of a line, and of a file.
		path := filepath.Join(dir, results.SamplesFile)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString("BenchmarkSolve/problem=poj3076/set=b/solver=x 1 10")
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.NoError(t, os.WriteFile(filepath.Join(dir, ".tmp-123"), nil, 0o666))
		_, err = record(t.Context(), t, "", dir, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, want, samplesOf(t, dir), "stopped at sample %d", stop)
		left, err := filepath.Glob(filepath.Join(dir, ".tmp-*"))
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

func TestAHeadThatIsNotWholeIsWrittenAnew(t *testing.T) {
	whole, err := record(t.Context(), t, t.TempDir(), "", nil, nil)
	require.NoError(t, err)
	want := samplesOf(t, whole)
	head := strings.Index(want, "\n\n") + 2
	for _, left := range []int{0, 10, 60, head - 1, head, head + 20} {
		dir := interrupted(t, 1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), []byte(want[:left]), 0o666))
		_, err = record(t.Context(), t, "", dir, nil, nil)
		require.NoError(t, err)
		assert.Equal(t, want, samplesOf(t, dir), "%d bytes were left", left)
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

// failing fails from a round on, or when it is judged.
type failing struct {
	idleSampler
	from int
	err  error
}

func (f *failing) Sample(ctx context.Context, round int) (*results.Sample, error) {
	if round >= f.from {
		return nil, f.err
	}
	return f.idleSampler.Sample(ctx, round)
}

func TestOnlyTheBenchmarkThatFailsIsDropped(t *testing.T) {
	flaky := &results.Rejection{Verdict: judge.WrongAnswer, Case: 2, Reason: "round 3: another answer"}
	change := func(samplers []Sampler) {
		samplers[4] = &failing{*samplers[4].(*idleSampler), 2, flaky}
	}
	dir, err := record(t.Context(), t, t.TempDir(), "", nil, change)
	require.NoError(t, err)
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	require.Len(t, m.Rejections(), 2)
	dropped := m.Rejections()[0]
	assert.Equal(t, results.Benchmark{Set: "poj3074/b", Solver: "y"}, dropped.Benchmark())
	assert.Equal(t, *flaky, dropped.Rejected)
	assert.Equal(t, 3, dropped.DroppedRound)
	assert.Equal(t, 2*time.Minute, dropped.PAR2, "all its cases count as unsolved")

	run, err := results.ReadRun(dir)
	require.NoError(t, err)
	values := run.Values(results.UnitWall)
	assert.Len(t, values, 10)
	for b, v := range values {
		assert.Len(t, v, 6, "%s has all its samples", b)
	}
	assert.NotContains(t, values, dropped.Benchmark(), "its samples cannot be relied on")
	assert.Contains(t, strings.Join(run.Warnings, "\n"), "poj3074/b y failed while it was measured; its 2 samples are left out")

	// A run that is cut before, at and after that moment comes to the same end.
	want := samplesOf(t, dir)
	for stop := 20; stop < 50; stop += 3 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		dir, err := record(ctx, t, t.TempDir(), "", func() {
			if n++; n == stop {
				cancel()
			}
		}, change)
		require.ErrorIs(t, err, context.Canceled)
		_, err = record(t.Context(), t, "", dir, nil, change)
		require.NoError(t, err)
		assert.Equal(t, want, samplesOf(t, dir), "stopped at sample %d", stop)
	}
}

func TestAResumedRunDropsWhatIsNoLongerAccepted(t *testing.T) {
	dir := interrupted(t, 30)
	_, err := record(t.Context(), t, "", dir, nil, func(samplers []Sampler) {
		samplers[0].(*idleSampler).rejected = &results.Sample{Rejected: results.Rejection{Verdict: judge.RuntimeError, Reason: "panic: later"}}
	})
	require.NoError(t, err)
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, judge.RuntimeError, m.Benchmarks[0].Rejected.Verdict)
	assert.Positive(t, m.Benchmarks[0].DroppedRound)
}

func TestOtherAnswersThanBeforeDropTheBenchmark(t *testing.T) {
	dir := interrupted(t, 30)
	_, err := record(t.Context(), t, "", dir, nil, func(samplers []Sampler) { samplers[4].(*idleSampler).digest = 2 })
	require.NoError(t, err)
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, judge.WrongAnswer, m.Benchmarks[4].Rejected.Verdict)
	assert.Contains(t, m.Benchmarks[4].Rejected.Reason, "other answers than in the rounds before")
}

func TestTheHarnesssOwnFailureEndsTheRun(t *testing.T) {
	broken := errors.New("no memory")
	_, err := record(t.Context(), t, t.TempDir(), "", nil, func(samplers []Sampler) {
		samplers[0] = &failing{*samplers[0].(*idleSampler), 0, broken}
	})
	require.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, "poj3074/a x: ")
}
