package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// idleSampler measures nothing. It takes the samples in a fakeRun, which has three solvers on four sets. One of these
// twelve benchmarks is not accepted.
type idleSampler struct {
	before func() // called before each sample
}

func (f *idleSampler) Prepare(context.Context, bool) error { return nil }
func (f *idleSampler) TakePart(_ context.Context, q Part) (*results.Sample, []int64, error) {
	if f.before != nil {
		f.before()
	}
	d := time.Duration(q.Round+1) * time.Millisecond
	ns := []int64{1, 2, 3, 4, int64(q.Round)}
	return &results.Sample{Round: q.Round, Passes: 1, Wall: d, CPU: d, Forced: 1, Nodes: 7, Updates: 9}, ns, nil
}

// fakeRun returns the manifest of a run, and the results of its judging.
func fakeRun(rounds int) (*results.Manifest, []*results.Result) {
	plan := results.Plan{Commit: "0123456789abcdef", Dirty: true}
	var judged []*results.Result
	for _, set := range []string{"poj3074/a", "poj3074/b", "poj3076/a", "poj3076/b"} {
		plan.Sets = append(plan.Sets, results.PlannedSet{Name: set, Digest: "d", Limit: time.Minute, Contestants: []string{"x", "y", "z"}})
		for _, solver := range []string{"x", "y", "z"} {
			r := &results.Result{Benchmark: results.Benchmark{Set: set, Solver: solver}, Outcome: judge.Outcome{
				Verdict: judge.Accepted, Cases: 5, Passed: 5, Tally: judge.Tally{judge.Accepted: 5}, Limits: judge.Limits{Time: time.Minute},
			}}
			if set == "poj3076/b" && solver == "y" { // its PAR2 is 400 ms + 2 * 3 * 500 ms / 5
				r.Outcome = judge.Outcome{
					Verdict: judge.TimeLimit, Cases: 5, Passed: 2, Failed: 3, Limits: judge.Limits{Time: 500 * time.Millisecond},
					Time: 400 * time.Millisecond, Facts: judge.Facts{Ran: true, BudgetSpent: true},
					Tally: judge.Tally{judge.Accepted: 2, judge.TimeLimit: 1, judge.NotJudged: 2},
				}
			}
			judged = append(judged, r)
		}
	}
	m := results.NewManifest(results.Request{Verb: "bench", Settings: results.Settings{Seed: 99, Rounds: rounds}}, plan)
	m.Started = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return m, judged
}

// record records the fake run below parent, or resumes it in dir, until it ends or ctx ends. change, if not nil, may
// change the benchmarks, which are numbered as in the plan.
func record(ctx context.Context, t testing.TB, parent, dir string, before func(), change func(map[int]*benchmark)) (string, error) {
	s := &Session{}
	var err error
	if dir == "" {
		m, judged := fakeRun(6)
		s.Request, s.Plan, s.Results = m.Request, m.Plan, judged
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
		s.Request, s.Plan, s.Results = s.Out.Manifest.Request, s.Out.Manifest.Plan, s.Before.Results
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

// interrupted records the run and interrupts it at sample number stop.
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

// failing is a sampler that fails from a given round on.
type failing struct {
	idleSampler
	from int
	err  error
}

func (f *failing) TakePart(ctx context.Context, q Part) (*results.Sample, []int64, error) {
	if q.Round >= f.from {
		return nil, nil, f.err
	}
	return f.idleSampler.TakePart(ctx, q)
}

func TestOnlyTheBenchmarkThatFailsIsDropped(t *testing.T) {
	flaky := wrong(1, "another answer")
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
	assert.Equal(t, "another answer; 0 of 5", dropped.Reason()+fmt.Sprintf("; %d of %d", dropped.Passed, dropped.Cases))
	assert.Equal(t, 3, dropped.Dropped)
	assert.EqualValues(t, 2*time.Minute, dropped.PAR2().NS, "all its cases count as unsolved")
	assert.False(t, dropped.Accepted())

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

	// A run that is interrupted before, at or after that moment comes to the same end.
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
		all[0].failed = &results.Failure{Verdict: judge.RuntimeError, Facts: judge.Facts{Ran: true, BuiltIn: true, Panic: "later"}}
	})
	require.NoError(t, err)
	run, err := results.Read(dir)
	require.NoError(t, err)
	assert.Equal(t, judge.RuntimeError, run.Results[0].Verdict)
	assert.Positive(t, run.Results[0].Dropped)
}

func TestTheHarnesssOwnFailureEndsTheRun(t *testing.T) {
	broken := errors.New("no memory")
	_, err := record(t.Context(), t, t.TempDir(), "", nil, func(all map[int]*benchmark) {
		all[0].sampler = &failing{*all[0].sampler.(*idleSampler), 0, broken}
	})
	require.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, "poj3074/a x: ")
}
