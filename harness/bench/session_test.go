package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAnInterruptedJudgingIsResumed compares a resumed run with a run that was not interrupted, for both verbs and
// for an interrupt in any case.
func TestAnInterruptedJudgingIsResumed(t *testing.T) {
	const n = 4
	var stop func(*solvers.Limits) // called before each case
	solver := func(at int) *solvers.Spec {
		// Names have two digits, so that none ends like the number of processors in the name of a Go benchmark.
		return fakeSpec(fmt.Sprintf("s%d", at+10), func() solvers.Solver {
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
		plan, err := NewPlan(ctx, results.NewPlan(), s.Sets, s.Contestants)
		require.NoError(t, err)
		s.Plan = plan
		if dir == "" {
			s.Out, err = results.Create(t.TempDir(), results.NewManifest(results.Request{Verb: "judge"}, s.Plan))
		} else {
			s.Out, s.Before, err = results.Resume(dir)
		}
		require.NoError(t, err)
		defer s.Out.Close()
		if err := s.Judge(ctx); err != nil {
			return s.Out.Dir, err
		}
		for i, b := range s.Plan.Benchmarks(s.Request.Shard) {
			assert.Equal(t, b, s.Results[i].Benchmark, "in the order of the plan")
		}
		return s.Out.Dir, s.Out.End()
	}
	show := func(dir string) (lines []string) {
		got, err := results.Read(dir)
		require.NoError(t, err)
		for _, r := range got.Results {
			lines = append(lines, fmt.Sprint(r.Benchmark, r.Verdict, r.Failed, r.Reason(), r.Tally, r.Nodes, r.Updates, r.Answers, r.Digest, len(r.Samples)))
		}
		cases, err := results.ReadCases(dir)
		require.NoError(t, err)
		for _, c := range cases {
			lines = append(lines, fmt.Sprint(c.Benchmark, c.Verdicts, c.Nodes, c.Updates, len(c.NS)))
		}
		slices.Sort(lines)
		return lines
	}
	lost := 0
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
			require.ErrorIs(t, err, context.Canceled, "case %d", at)
			kept, err := results.Read(dir)
			require.NoError(t, err)
			assert.Len(t, kept.Results, (at-1)/n, "each benchmark that was finished before case %d", at)
			if !measuring {
				lost += loseASample(t, filepath.Join(dir, results.SamplesFile))
			}
			_, err = run(t.Context(), measuring, dir)
			require.NoError(t, err)
			assert.Equal(t, want, show(dir), "interrupted in case %d", at)
		}
	}
	assert.Positive(t, lost)
}

// loseASample cuts off the last line of samples, as a kill between a verdict and its sample does. It returns the
// number of lines that it cut off.
func loseASample(t *testing.T, path string) int {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	at := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
	if !bytes.HasPrefix(data[at:], []byte("Benchmark")) || bytes.Contains(data[at:], []byte(results.UnitPAR2)) {
		return 0
	}
	require.NoError(t, os.Truncate(path, int64(at)))
	return 1
}

// TestWhatFailsTheAuditIsNotMeasured: neither is a contestant that a resumed run judges again and no longer accepts.
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
	s.Plan, err = NewPlan(t.Context(), results.NewPlan(), s.Sets, s.Contestants)
	require.NoError(t, err)
	s.Request.Rounds, s.Request.Seed = 2, 7
	s.Out, err = results.Create(t.TempDir(), results.NewManifest(results.Request{Verb: "bench", Settings: s.Request.Settings}, s.Plan))
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
	assert.Equal(t, []bool{false, true}, []bool{s.Results[0].Accepted(), s.Results[1].Accepted()})
	assert.Len(t, run.Results[1].Samples, 2)
	assert.GreaterOrEqual(t, run.Results[1].Samples[1].Wall, 20*time.Millisecond)
}
