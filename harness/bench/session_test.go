package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

// idleSampler measures nothing; in a fakeRun three solvers on four sets,
// one of them not accepted.
type idleSampler struct {
	answers uint64
	before  func() // called before each sample
}

func (f *idleSampler) Prepare(context.Context, bool) error { return nil }
func (f *idleSampler) Close() error                        { return nil }
func (f *idleSampler) Part(_ context.Context, q Part) (*results.Sample, []int64, error) {
	if f.before != nil {
		f.before()
	}
	d := time.Duration(q.Round+1) * time.Millisecond
	ns := []int64{1, 2, 3, 4, int64(q.Round)}
	return &results.Sample{Round: q.Round, Passes: 1, Wall: d, CPU: d, Forced: 1, Nodes: 7, Updates: 9, Answers: f.answers}, ns, nil
}

// fakeRun returns the manifest of a run, and the results of its judging.
func fakeRun(rounds int) (*results.Manifest, []*results.Result) {
	plan := results.Plan{Commit: "0123456789abcdef", Dirty: true, Seed: 99, Rounds: rounds}
	var judged []*results.Result
	for _, set := range []string{"poj3074/a", "poj3074/b", "poj3076/a", "poj3076/b"} {
		plan.Sets = append(plan.Sets, results.PlannedSet{Name: set, Digest: "d", Limit: time.Minute, Contestants: []string{"x", "y", "z"}})
		for _, solver := range []string{"x", "y", "z"} {
			r := &results.Result{Benchmark: results.Benchmark{Set: set, Solver: solver}, Outcome: judge.Outcome{
				Verdict: judge.Accepted, Expected: judge.Accepted, Cases: 5, Passed: 5, Tally: judge.Tally{judge.Accepted: 5}, Limits: judge.Limits{Time: time.Minute},
			}}
			if set == "poj3076/b" && solver == "y" { // its PAR2 is 400 ms + 2 * 3 * 500 ms / 5
				r.Outcome = judge.Outcome{
					Verdict: judge.TimeLimit, Expected: judge.Accepted, Cases: 5, Passed: 2, Failed: 3, Limits: judge.Limits{Time: 500 * time.Millisecond},
					Time: 400 * time.Millisecond, Facts: judge.Facts{Ran: true, BudgetSpent: true},
					Tally: judge.Tally{judge.Accepted: 2, judge.TimeLimit: 1, judge.NotJudged: 2},
				}
			}
			judged = append(judged, r)
		}
	}
	m := results.NewManifest("bench", []string{"gridjudge", "bench"}, plan, results.Shard{})
	m.Started = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return m, judged
}

// record runs the fake run below parent, or resumes it in dir, until it ends or ctx
// does. change, where not nil, may change the benchmarks, whose index is that of the plan.
func record(ctx context.Context, t testing.TB, parent, dir string, before func(), change func(map[int]*benchmark)) (string, error) {
	s := &Session{}
	var err error
	if dir == "" {
		m, judged := fakeRun(6)
		s.Plan, s.Results = m.Plan, judged
		if s.Out, err = results.Create(parent, m); err != nil {
			return dir, err
		}
		for _, r := range judged {
			require.NoError(t, s.Out.Block(r, &judge.Columns{NS: slices.Repeat([]int64{9}, r.Passed), Verdicts: slices.Repeat([]judge.Verdict{judge.Accepted}, r.Passed)}))
			require.NoError(t, s.Out.Judged(r))
		}
	} else {
		if s.Out, s.Before, err = results.Resume(dir); err != nil {
			return dir, err
		}
		s.Plan, s.Results = s.Out.Manifest.Plan, s.Before.Results
		require.Len(t, s.Results, 12)
	}
	defer s.Out.Close()
	all := map[int]*benchmark{}
	for i, r := range s.Results {
		if r.Accepted() || r.Dropped > 0 {
			all[i] = &benchmark{Result: r, sampler: &idleSampler{before: before}}
		}
	}
	if change != nil {
		change(all)
	}
	var timed []*benchmark
	for i := range s.Results {
		if b := all[i]; b != nil {
			timed = append(timed, b)
		}
	}
	if err = s.rounds(ctx, timed); err == nil {
		err = s.Out.End()
	}
	return s.Out.Dir, err
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
		// A kill may also leave the beginning of a line, and of a file.
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
	m.Plan.Seed++
	require.NoError(t, m.Save(dir))
	_, err = record(t.Context(), t, "", dir, nil, nil)
	require.ErrorContains(t, err, "the file is not of this run")
}

// failing fails from a round on.
type failing struct {
	idleSampler
	from int
	err  error
}

func (f *failing) Part(ctx context.Context, q Part) (*results.Sample, []int64, error) {
	if q.Round >= f.from {
		return nil, nil, f.err
	}
	return f.idleSampler.Part(ctx, q)
}

func TestOnlyTheBenchmarkThatFailsIsDropped(t *testing.T) {
	flaky := inRound(2, wrong(1, "another answer"))
	change := func(all map[int]*benchmark) {
		if b := all[4]; b.Dropped == 0 {
			b.sampler = &failing{*b.sampler.(*idleSampler), 2, flaky}
		}
	}
	dir, err := record(t.Context(), t, t.TempDir(), "", nil, change)
	require.NoError(t, err)
	run, err := results.Read(dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 12)
	dropped := run.Results[4]
	assert.Equal(t, results.Benchmark{Set: "poj3074/b", Solver: "y"}, dropped.Benchmark)
	assert.Equal(t, judge.WrongAnswer, dropped.Verdict)
	assert.Equal(t, 2, dropped.Failed)
	assert.Equal(t, "round 3: another answer; 0 of 5", dropped.Reason()+fmt.Sprintf("; %d of %d", dropped.Passed, dropped.Cases))
	assert.Equal(t, 3, dropped.Dropped)
	assert.EqualValues(t, 2*time.Minute, dropped.PAR2(), "all its cases count as unsolved")
	assert.False(t, dropped.AsExpected())

	accepted := 0
	for _, r := range run.Results {
		if r.Accepted() {
			accepted++
			assert.Len(t, r.Times(), 6, "%s has all its samples", r.Benchmark)
		}
	}
	assert.Equal(t, 10, accepted)
	assert.Empty(t, dropped.Times(), "its samples cannot be relied on")
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
	_, err := record(t.Context(), t, "", dir, nil, func(all map[int]*benchmark) {
		all[0].failed = &results.Failure{Verdict: judge.RuntimeError, Facts: judge.Facts{Ran: true, InProcess: true, Panic: "later"}}
	})
	require.NoError(t, err)
	run, err := results.Read(dir)
	require.NoError(t, err)
	assert.Equal(t, judge.RuntimeError, run.Results[0].Verdict)
	assert.Positive(t, run.Results[0].Dropped)
}

func TestOtherAnswersThanWhenJudgedDropTheBenchmark(t *testing.T) {
	dir := interrupted(t, 30)
	_, err := record(t.Context(), t, "", dir, nil, func(all map[int]*benchmark) { all[4].sampler.(*idleSampler).answers = 2 })
	require.NoError(t, err)
	run, err := results.Read(dir)
	require.NoError(t, err)
	assert.Equal(t, judge.WrongAnswer, run.Results[4].Verdict)
	assert.Contains(t, run.Results[4].Reason(), "other answers than when judged")
}

func TestTheHarnesssOwnFailureEndsTheRun(t *testing.T) {
	broken := errors.New("no memory")
	_, err := record(t.Context(), t, t.TempDir(), "", nil, func(all map[int]*benchmark) {
		all[0].sampler = &failing{*all[0].sampler.(*idleSampler), 0, broken}
	})
	require.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, "poj3074/a x: ")
}

// TestAnInterruptedJudgingIsResumed compares with one that was not interrupted: of both verbs, cut in any case.
func TestAnInterruptedJudgingIsResumed(t *testing.T) {
	const n = 4
	var stop func(*solvers.Limits) // called before each case
	solver := func(at int) *solvers.Spec {
		return fakeSpec(fmt.Sprintf("s%d", at+10), func() solvers.Solver { // no name ends like the number of processors in that of a benchmark
			return &spoiled{honest: honest{clock: &fakeClock{}}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				stop(&l)
				s.honest.Solve(p, l, r)
				if s.calls == at {
					r.First[0] = 0
				}
			}}
		})
	}
	specs := []*solvers.Spec{solver(-1), solver(2), solver(-2)}
	run := func(ctx context.Context, measuring bool, dir string) (string, error) {
		s := fakeSession(fakeSet(t, "sudoku4/a", n), &fakeClock{}, specs...)
		s.Sets = append(s.Sets, fakeSet(t, "sudoku4/b", n))
		s.Measuring = measuring
		plan, err := NewPlan(ctx, s.Sets, s.Contestants)
		require.NoError(t, err)
		s.Plan = plan
		if dir == "" {
			s.Out, err = results.Create(t.TempDir(), results.NewManifest("judge", nil, s.Plan, s.Shard))
		} else {
			s.Out, s.Before, err = results.Resume(dir)
		}
		require.NoError(t, err)
		defer s.Out.Close()
		if err := s.Judge(ctx); err != nil {
			return s.Out.Dir, err
		}
		for i, b := range s.Plan.Benchmarks(s.Shard) {
			assert.Equal(t, b, s.Results[i].Benchmark, "in the order of the plan")
		}
		return s.Out.Dir, s.Out.End()
	}
	show := func(dir string) (lines []string) {
		got, err := results.Read(dir)
		require.NoError(t, err)
		for _, r := range got.Results {
			lines = append(lines, fmt.Sprint(r.Benchmark, r.Verdict, r.Expected, r.Failed, r.Reason(), r.Tally, r.Nodes, r.Updates, r.Answers, r.Digest, len(r.Samples)))
		}
		cases, err := results.ReadCases(dir)
		require.NoError(t, err)
		for _, c := range cases {
			lines = append(lines, fmt.Sprint(c.Benchmark, c.Verdicts, c.Nodes, c.Updates, len(c.NS)))
		}
		slices.Sort(lines)
		return lines
	}
	for _, measuring := range []bool{false, true} {
		stop = func(*solvers.Limits) {}
		whole, err := run(t.Context(), measuring, "")
		require.NoError(t, err)
		want := show(whole)
		require.Len(t, want, 12)
		for at := 1; at < 6*n; at += 3 {
			ctx, cancel := context.WithCancel(t.Context())
			calls := 0
			stop = func(l *solvers.Limits) {
				if calls++; calls == at {
					cancel()
					for !l.Cancelled() {
						runtime.Gosched()
					}
				}
			}
			dir, err := run(ctx, measuring, "")
			require.ErrorIs(t, err, judge.ErrInterrupted, "case %d", at)
			_, err = run(t.Context(), measuring, dir)
			require.NoError(t, err)
			assert.Equal(t, want, show(dir), "interrupted in case %d", at)
		}
	}
}

// TestWhatFailsTheAuditIsNotMeasured: nor what a resumed run finds no longer accepted, when it is judged again.
func TestWhatFailsTheAuditIsNotMeasured(t *testing.T) {
	clock := &fakeClock{}
	seen := map[string]bool{}
	cheat := fakeSpec("cheat", func() solvers.Solver {
		return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			if s.calls > 10 && !seen[string(p)] {
				panic("unknown")
			}
			seen[string(p)] = true
			s.honest.Solve(p, l, r)
		}}
	})
	s := fakeSession(fakeSet(t, "sudoku4/a", 5), clock, cheat, fakeSpec("right", func() solvers.Solver { return &honest{clock: clock} }))
	var err error
	s.Plan, err = NewPlan(t.Context(), s.Sets, s.Contestants)
	require.NoError(t, err)
	s.Plan.Rounds, s.Plan.Seed = 2, 7
	s.Out, err = results.Create(t.TempDir(), results.NewManifest("bench", nil, s.Plan, s.Shard))
	require.NoError(t, err)
	defer s.Out.Close()
	require.NoError(t, s.Judge(t.Context()))
	require.NoError(t, s.Measure(t.Context()))
	require.NoError(t, s.Out.End())
	run, err := results.Read(s.Out.Dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 2)
	assert.Equal(t, judge.RuntimeError, run.Results[0].Verdict)
	assert.Contains(t, run.Results[0].Reason(), "panic: unknown")
	assert.Empty(t, run.Results[0].Samples)
	assert.Equal(t, 1, s.Unexpected())
	assert.Len(t, run.Results[1].Samples, 2)
	assert.GreaterOrEqual(t, run.Results[1].Samples[1].Wall, 20*time.Millisecond)
}
