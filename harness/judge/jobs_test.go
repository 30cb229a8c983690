package judge

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// repeated repeats the small cases, each with a line of its own.
func repeated(t testing.TB, times int) []corpus.Case {
	cases := slices.Repeat(fours(t), times)
	for i := range cases {
		cases[i].Line = i + 1
	}
	return cases
}

// TestJobsGiveTheSameVerdictsAndCounts compares with one job, in one part and in several.
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
	cases := repeated(t, 100)
	for name, solver := range map[string]solvers.Solver{"honest": solveFunc(honest), "batch": batchFunc(honestBatch), "wrong": lie, "panics": fail} {
		want, err := Run(t.Context(), spec(name, solver), cases, Options{})
		require.NoError(t, err)
		for _, jobs := range []int{2, 3} {
			for _, size := range []int{len(cases), 101, 5} {
				got := inParts(t, spec(name, solver), cases, size, Options{Jobs: jobs})
				assert.Equal(t, want.Verdict, got.Verdict, "%s with %d jobs in parts of %d: %+v", name, jobs, size, got.Failed)
				assert.Equal(t, want.Tally, got.Tally, "%s with %d jobs in parts of %d", name, jobs, size)
				assert.Equal(t, want.Nodes, got.Nodes)
				assert.Equal(t, want.Updates, got.Updates)
				assert.Equal(t, jobs, got.Jobs)
				assert.Len(t, got.Timed, len(want.Timed))
				if want.Failed != nil {
					assert.Equal(t, want.Failed.Case, got.Failed.Case, "%s with %d jobs", name, jobs)
					assert.Equal(t, want.Failed.Reason, got.Failed.Reason)
					assert.Equal(t, want.Failed.Line, got.Failed.Line)
				}
			}
		}
	}
}

// TestJobsWorkAtTheSameTime checks that a case is begun while another one is solved.
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
	got, err := Run(t.Context(), spec("meet", meet), fours(t), Options{Jobs: 2})
	require.NoError(t, err)
	assert.Equal(t, Accepted, got.Verdict)
}

// TestTheTimeLimitAppliesToAllJobs checks that the times of all workers are added up.
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
	cases := fours(t)
	got, err := Run(t.Context(), spec("slow", slow), cases, Options{Jobs: 2, TimeLimit: 50 * time.Millisecond})
	require.NoError(t, err)
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Equal(t, got.Passed+1, got.Failed.Case)
	assert.Equal(t, len(cases), got.Passed+1+got.Tally[NotJudged], "%v", got.Tally)
	got, err = Run(t.Context(), spec("slow", slowBatch), cases, Options{Jobs: 2, TimeLimit: 50 * time.Millisecond})
	require.NoError(t, err)
	assert.Equal(t, TimeLimit, got.Verdict)
	assert.Zero(t, got.Passed)
	assert.Zero(t, got.Failed.Case)
	assert.Equal(t, nodes.Load(), got.Nodes, "a late batch counts all that it did")
}

// TestATimeLimitHidesNoJudgeError checks the precedence of the verdicts on a case that has two.
func TestATimeLimitHidesNoJudgeError(t *testing.T) {
	slow := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		time.Sleep(20 * time.Millisecond)
		honest(p, l, r)
	})
	cases := fours(t)
	misjudge(&cases[4])
	for _, jobs := range []int{1, 2} {
		got, err := Run(t.Context(), spec("slow", slow), cases, Options{Jobs: jobs, TimeLimit: 10 * time.Millisecond, KeepGoing: true})
		require.NoError(t, err)
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
	got, err := Run(ctx, spec("stop", stop), repeated(t, 1000), Options{Jobs: 2})
	require.ErrorIs(t, err, ErrInterrupted)
	assert.Equal(t, NotJudged, got.Verdict)
	assert.Positive(t, got.Tally[NotJudged])
}

// TestTimesOfJobsGiveNoRatio checks the marks in the table.
func TestTimesOfJobsGiveNoRatio(t *testing.T) {
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	set := &testset.TestSet{Name: "sudoku4/mine", Problem: problem, Cases: fours(t), TimeLimit: time.Minute, File: "mine"}
	for _, jobs := range []int{1, 2} {
		board := &Scoreboard{}
		require.NoError(t, board.JudgeSolvers(t.Context(), []*solvers.Spec{spec("a", solveFunc(honest)), spec("b", solveFunc(honest))},
			[]*testset.TestSet{set}, Options{Jobs: jobs}, func(int, string) {}))
		table := board.Table()
		columnOf := func(table *report.Table, name string) int {
			return slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
		}
		column := func(name string) int { return columnOf(table, name) }
		alone := jobs == 1
		for _, row := range table.Rows {
			assert.Equal(t, alone, row[column("ratio")] != report.None())
			assert.Equal(t, alone, row[column("margin")] != report.None())
			assert.Equal(t, !alone, strings.HasPrefix(row[column("total_ns")].Text, "~"), "%v", row[column("total_ns")])
		}
		assert.Equal(t, alone, column("jobs") < 0)
		assert.Equal(t, !alone, strings.Contains(strings.Join(table.Notes, "\n"), "--jobs 2"))
		summary := board.Summary()
		for _, row := range summary.Rows {
			assert.Equal(t, alone, row[columnOf(summary, "rank")] != report.None(), "rank")
		}
	}
}
