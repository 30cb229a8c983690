package bench

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// TestSamplesOfAJudging: in a run of the verb judge, an accepted pass is a sample. A pass that is not accepted gives
// no sample, but its cases are still recorded.
func TestSamplesOfAJudging(t *testing.T) {
	clock := &fakeClock{}
	set := fakeSet(t, "sudoku4/a", 3)
	set.TimeLimit = 0
	liar := fakeSpec("liar", func() solvers.Solver {
		return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			if s.honest.Solve(p, l, r); s.calls == 2 {
				r.First = r.First[:0]
			}
		}}
	})
	s := fakeSession(set, clock, fakeSpec("right", func() solvers.Solver { return &honest{clock: clock} }), liar)
	s.Measuring = false
	var err error
	s.Plan, err = NewPlan(t.Context(), results.NewPlan(), s.Sets, s.Contestants)
	require.NoError(t, err)
	s.Request.Rounds = 1
	s.Out, err = results.Create(t.TempDir(), results.NewManifest(results.Request{Verb: "judge", Settings: s.Request.Settings}, s.Plan))
	require.NoError(t, err)
	defer s.Out.Close()
	require.NoError(t, s.Judge(t.Context()))
	require.NoError(t, s.Out.End())
	run, err := results.Read(s.Out.Dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 2)
	right, wrong := run.Results[0], run.Results[1]
	require.Len(t, right.Samples, 1)
	assert.Equal(t, right.Time, right.Samples[0].Wall)
	assert.Empty(t, right.Values(results.UnitCPU), "no processor time was measured")
	assert.Equal(t, right.Nodes, right.Samples[0].Nodes)
	assert.Equal(t, right.P50, right.Samples[0].P50)
	assert.Equal(t, set.Digest(), right.Digest)
	assert.Empty(t, wrong.Samples)
	assert.Equal(t, judge.WrongAnswer, wrong.Verdict)
	assert.Equal(t, 2, wrong.Failed)
	cases, err := results.ReadCases(s.Out.Dir)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	for i, want := range []judge.Verdict{judge.Accepted, judge.WrongAnswer, judge.Accepted, judge.NotJudged} {
		assert.Equal(t, want, cases[1].VerdictOf(i), "case %d", i+1)
	}
	assert.Len(t, cases[1].NS, 3)
}

// TestProgressCountsRepeats: the progress counts the cases of each repeat, in the work done and in the total.
func TestProgressCountsRepeats(t *testing.T) {
	c := &program.Contestant{Name: "broken", Build: []string{"false"}, Run: []string{"true"}, Directory: t.TempDir()}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	sets := []*testset.TestSet{fakeSet(t, "sudoku4/fake", 4)}
	var told []int
	s := &Session{Sets: sets, Contestants: Contestants(nil, false, []*program.Program{p})}
	s.Request.Rounds = 3
	s.Tell = func(done, total int, _ string) {
		assert.Equal(t, 12, total)
		told = append(told, done)
	}
	s.Plan, err = NewPlan(t.Context(), results.Plan{}, s.Sets, s.Contestants)
	require.NoError(t, err)
	require.NoError(t, s.Judge(t.Context()))
	assert.Equal(t, []int{0, 4, 8}, told)
}

// TestRepeatsOfAProgram: the repeats are the samples of the program, and the result shows one of them.
func TestRepeatsOfAProgram(t *testing.T) {
	run := func(cpu time.Duration, v judge.Verdict, peak int64) *program.Pass {
		o := &judge.Outcome{Verdict: v, Cases: 3, Time: cpu, Wall: 2 * cpu, Tally: judge.Tally{v: 3}}
		return &program.Pass{Outcome: o, Records: []*program.Record{{Facts: judge.Facts{PeakRSS: peak}}}}
	}
	r := &results.Result{Process: true}
	fill(r, []*program.Pass{run(5, judge.Accepted, 1), run(3, judge.Accepted, 4096), run(4, judge.Accepted, 2)})
	require.Len(t, r.Samples, 3, "one for each repeat")
	for i, s := range r.Samples {
		assert.Equal(t, i, s.Round)
		assert.Equal(t, []time.Duration{5, 3, 4}[i], s.CPU)
		assert.Equal(t, []time.Duration{10, 6, 8}[i], s.Wall)
	}
	assert.Equal(t, []float64{5, 3, 4}, r.Times(), "processor time")
	assert.EqualValues(t, 4096, r.PeakRSS())
	assert.EqualValues(t, 4, r.Time, "the run with the median time is shown")
	assert.False(t, r.Unstable)

	wrong := run(1, judge.WrongAnswer, 1)
	wrong.Facts = judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong, Reason: "no digit"}}
	wrong.Limits.Memory = 1000
	wrong.Records = append(wrong.Records, &program.Record{Facts: judge.Facts{PeakRSS: 2000}}) // of a later case
	failed := &results.Result{Process: true}
	fill(failed, []*program.Pass{wrong})
	assert.Equal(t, "no digit", failed.Reason(), "that of its verdict, whatever other processes took")
	assert.EqualValues(t, 2000, failed.PeakRSS())

	for name, c := range map[string]struct {
		verdicts []judge.Verdict
		want     judge.Verdict
	}{
		"the gravest of those that pass no case": {[]judge.Verdict{judge.Accepted, judge.TimeLimit, judge.WrongAnswer}, judge.TimeLimit},
		"the judge's own failure":                {[]judge.Verdict{judge.WrongAnswer, judge.Accepted, judge.JudgeError}, judge.JudgeError},
	} {
		var runs []*program.Pass
		for _, v := range c.verdicts {
			runs = append(runs, run(1, v, 1))
		}
		r := &results.Result{Process: true}
		fill(r, runs)
		assert.Equal(t, c.want, r.Verdict, name)
		assert.True(t, r.Unstable, name)
		assert.Len(t, r.Repeats, len(c.verdicts), name)
		for _, v := range c.verdicts {
			assert.Equal(t, 1, r.Repeats[v], name)
		}
		assert.Nil(t, r.Times(), "what is not accepted has no time")
	}
}

// TestAnInterruptKeepsWhatWasJudged: each program that was judged before an interrupt is recorded, although other
// programs of the set were not.
func TestAnInterruptKeepsWhatWasJudged(t *testing.T) {
	var programs []*program.Program
	for _, name := range []string{"a", "b", "c"} {
		p, err := (&program.Contestant{Name: name, Run: []string{"true"}, Directory: t.TempDir()}).Prepare(t.Context())
		require.NoError(t, err)
		programs = append(programs, p)
	}
	s := &Session{Sets: []*testset.TestSet{fakeSet(t, "sudoku4/fake", 2)}, Contestants: Contestants(nil, false, programs)}
	var err error
	s.Plan, err = NewPlan(t.Context(), results.NewPlan(), s.Sets, s.Contestants)
	require.NoError(t, err)
	s.Out, err = results.Create(t.TempDir(), results.NewManifest(results.Request{Verb: "judge"}, s.Plan))
	require.NoError(t, err)
	defer s.Out.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var begun []string
	s.Tell = func(_, _ int, what string) {
		if begun = append(begun, what); len(begun) == 3 {
			cancel()
		}
	}
	require.ErrorIs(t, s.Judge(ctx), context.Canceled)
	run, err := results.Read(s.Out.Dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 2)
	for _, r := range run.Results {
		assert.Equal(t, judge.WrongAnswer, r.Verdict, "it answers nothing")
	}
}
