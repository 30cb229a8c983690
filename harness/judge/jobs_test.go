package judge

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// repeated repeats the small cases, each with a line of its own.
func repeated(t testing.TB, times int) []grids.Case {
	all := slices.Repeat(fours(t), times)
	for i := range all {
		all[i].Line = i + 1
	}
	return all
}

// TestJobsGiveTheSameVerdictsAndCounts compares several jobs with one job, in one block and in several.
func TestJobsGiveTheSameVerdictsAndCounts(t *testing.T) {
	bad := grid(t, "..343412..434321")
	lie := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		honest(p, l, r)
		if slices.Equal(p, bad) {
			r.First[3] = r.First[3]%4 + 1
		}
	})
	fail := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if slices.Equal(p, bad) {
			panic("no")
		}
		honest(p, l, r)
	})
	all := repeated(t, 100)
	for name, solver := range map[string]solvers.Solver{"honest": solveFunc(honest), "batch": batchFunc(honestBatch), "wrong": lie, "panics": fail} {
		want, wanted := judged(t, spec(name, solver), all, Options{})
		for _, jobs := range []int{2, 3} {
			for _, size := range []int{len(all), 101, 5} {
				got, columns := inBlocks(t, spec(name, solver), all, size, Options{Jobs: jobs})
				assert.Equal(t, want.Verdict, got.Verdict, "%s with %d jobs in blocks of %d: %+v", name, jobs, size, got.Failed)
				assert.Equal(t, want.Tally, got.Tally, "%s with %d jobs in blocks of %d", name, jobs, size)
				assert.Equal(t, want.Nodes, got.Nodes)
				assert.Equal(t, want.Updates, got.Updates)
				assert.Equal(t, want.Failed, got.Failed, "%s with %d jobs", name, jobs)
				assert.Equal(t, want.Reason(), got.Reason())
				assert.Equal(t, want.Line, got.Line)
				assert.Equal(t, wanted.Verdicts, columns.Verdicts)
				assert.Equal(t, wanted.Answers, columns.Answers)
				assert.Equal(t, wanted.Nodes, columns.Nodes)
				assert.Equal(t, wanted.Updates, columns.Updates)
				for i, ns := range columns.NS {
					assert.Equal(t, wanted.NS[i] > 0, ns > 0, "%s: case %d has a time", name, i+1)
				}
			}
		}
	}
}

// TestJobsWorkAtTheSameTime checks that a job begins a case while another job solves one.
func TestJobsWorkAtTheSameTime(t *testing.T) {
	var inside atomic.Int32
	met := make(chan struct{})
	meet := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if inside.Add(1) == 2 {
			close(met)
		}
		<-met
		honest(p, l, r)
	})
	got, _ := judged(t, spec("meet", meet), fours(t), Options{Jobs: 2})
	assert.Equal(t, Accepted, got.Verdict)
}

// TestTheTimeLimitAppliesToAllJobs checks that the times of all jobs are added up.
func TestTheTimeLimitAppliesToAllJobs(t *testing.T) {
	slow := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		time.Sleep(20 * time.Millisecond)
		honest(p, l, r)
	})
	var nodes atomic.Uint64
	slowBatch := batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
		time.Sleep(40 * time.Millisecond)
		honestBatch(p, l, r)
		for i := range r {
			nodes.Add(r[i].Nodes)
		}
	})
	all := fours(t)
	got, _ := judged(t, spec("slow", slow), all, Options{Jobs: 2, Limits: Limits{Time: 50 * time.Millisecond}})
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Equal(t, got.Passed+1, got.Failed)
	assert.Equal(t, len(all), got.Passed+1+got.Tally[NotJudged], "%v", got.Tally)
	got, _ = judged(t, spec("slow", slowBatch), all, Options{Jobs: 2, Limits: Limits{Time: 50 * time.Millisecond}})
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Zero(t, got.Passed)
	assert.Zero(t, got.Failed)
	assert.Equal(t, Tally{TimeLimit: 6}, got.Tally)
	assert.Equal(t, nodes.Load(), got.Nodes, "a late batch counts all that it did")
}

// TestATimeLimitHidesNoJudgeError checks that a case with both verdicts is JE.
func TestATimeLimitHidesNoJudgeError(t *testing.T) {
	slow := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		time.Sleep(20 * time.Millisecond)
		honest(p, l, r)
	})
	all := fours(t)
	all[4].Solutions.N = 0
	for _, jobs := range []int{1, 2} {
		got, _ := judged(t, spec("slow", slow), all, Options{Jobs: jobs, Limits: Limits{Time: 10 * time.Millisecond, KeepGoing: true}})
		assert.Equal(t, Tally{TimeLimit: 5, JudgeError: 1}, got.Tally, "%d jobs", jobs)
	}
}

func TestAnInterruptEndsAllJobs(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int32
	stop := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if calls.Add(1) == 3 {
			cancel()
			spin(p, l, r)
			return
		}
		honest(p, l, r)
	})
	got, _, err := run(ctx, t, spec("stop", stop), repeated(t, 1000), Options{Jobs: 2})
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, NotJudged, got.Verdict)
	assert.Positive(t, got.Tally[NotJudged])
}

// TestTheGravestFailureOfTheJobsCounts checks failures that do not belong to a single case: a failure of the judge
// hides the others, whichever job has it.
func TestTheGravestFailureOfTheJobsCounts(t *testing.T) {
	for _, broken := range []int{1, 2} {
		made, met := 0, make(chan struct{})
		newRunner := func() cases.Runner {
			made++
			return &failing{Runner: runner(spec("x", batchFunc(honestBatch)))(), broken: made == broken, met: met}
		}
		p := NewPass(newRunner, Options{Jobs: 2})
		require.NoError(t, p.Run(t.Context(), list(fours(t)), nil))
		got := p.Outcome()
		assert.Equal(t, Tally{JudgeError: 6}, got.Tally)
		assert.Contains(t, got.Reason(), "out of order")
	}
}

// failing is a runner that panics when all jobs have cases. If broken is set, it panics when it loads cases, which is
// a failure of the judge, and otherwise as the solver.
type failing struct {
	cases.Runner
	broken bool
	met    chan struct{}
}

func (f *failing) Place(order []int) {
	if f.broken {
		close(f.met)
		panic("out of order")
	}
	<-f.met
	f.Runner.Place(order)
}

func (f *failing) Solve(int, int, *solvers.Limits) { panic("no") }
