package judge

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func TestHonestIsAccepted(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		for _, solutions := range []int{0, 1, 2, 100} {
			got, err := Run(t.Context(), spec("honest", s), fours(t), Options{Solutions: solutions, TimeLimit: time.Minute})
			require.NoError(t, err)
			assert.Equal(t, Accepted, got.Verdict, "%+v", got.Failed)
			assert.Equal(t, 6, got.Passed)
			assert.Equal(t, Tally{Accepted: 6}, got.Tally)
			assert.Nil(t, got.Failed)
			assert.Positive(t, got.Nodes)
			assert.Positive(t, got.Total)
			_, perCase := got.Quantile(0.5)
			_, batch := s.(solvers.BatchSolver)
			assert.NotEqual(t, batch, perCase, "a batch has no times of single cases")
		}
	}
}

// calls makes a contestant that is honest but for its n-th call, from 1.
func calls(n int, wrong solveFunc) solveFunc {
	k := 0
	return func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		if k++; k == n {
			wrong(p, l, r)
			return
		}
		honest(p, l, r)
	}
}

// after is honest work with something done to its result.
func after(spoil func(p solvers.Grid, r *solvers.Result)) solveFunc {
	return func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		honest(p, l, r)
		spoil(p, r)
	}
}

// Every contestant that is wrong in one case must be caught in that case.
func TestWrongContestants(t *testing.T) {
	var stale solvers.Grid
	for _, c := range []struct {
		name    string
		at      int // the case that fails
		options Options
		solve   solveFunc
		verdict Verdict
		reason  string
	}{
		{"writes nothing", 2, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) {}, WrongAnswer, "the result was not written"},
		{"writes no grid", 2, Options{}, func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) {
			*r = solvers.Result{Counts: solvers.Counts{Solutions: 1}, First: r.First}
		}, WrongAnswer, "row 1, column 1 holds 255, beyond 4"},
		{"returns another grid", 2, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First[0], r.First[1] = 2, 1 }), WrongAnswer, "row 1, column 2: the given 2 became 1"},
		{"changes a given in the answer", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { copy(r.First, "\x02\x01\x04\x03") }), WrongAnswer, "the given 1 became 2"},
		{"leaves a cell empty", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First[15] = 0 }), WrongAnswer, "row 4, column 4 is empty"},
		{"breaks a rule", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First[15] = 2 }), WrongAnswer, "row 4 has two 2s"},
		{"short grid", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First = r.First[:15] }), WrongAnswer, "returns 15 cells of 16"},
		{"grid of another size", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First = make(solvers.Grid, 81) }), WrongAnswer, "returns 81 cells of 16"},
		{"nil grid", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.First = nil }), WrongAnswer, "returns 0 cells of 16"},
		{"changes the puzzle", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { copy(p, r.First) }), WrongAnswer, "changed the puzzle"},
		{"fills the puzzle of no solution", 3, Options{}, after(func(p solvers.Grid, r *solvers.Result) { copy(p, solved4) }), WrongAnswer, "changed the puzzle"},
		{"finds nothing", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions, r.First = 0, r.First[:0] }), WrongAnswer, "the case has one solution"},
		{"finds what is not there", 3, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Found(append(solvers.Grid{}, solvedBy(solved4)...)) }), WrongAnswer, "the puzzle has no solution"},
		{"no count but a grid", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 0 }), WrongAnswer, "counts no solution but returns a grid"},
		{"counts beyond the limit", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 2 }), WrongAnswer, "counts 2 solutions, but had to stop at 1"},
		{"counts all there could be", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = math.MaxUint64 }), WrongAnswer, "counts 18446744073709551615 solutions"},
		{"runs out of memory", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.MemoryBudget }), WrongAnswer, "ended early: memory budget spent"},
		{"over-counts", 1, Options{Solutions: 2}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 2 }), WrongAnswer, "counts 2 solutions of the first 2; the case has one solution"},
		{"stops counting early", 4, Options{Solutions: 2}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 1 }), WrongAnswer, "counts 1 solution of the first 2; the case has 2 solutions"},
		{"claims a budget", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.NodeBudget }), WrongAnswer, "but none was given"},
		{"claims to be cancelled", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.Cancelled }), WrongAnswer, "reports that it was cancelled"},
		{"odd stop", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = 17 }), WrongAnswer, "Stopped has the value 17"},
		{"exceeds its budget", 1, Options{NodeBudget: 1000}, after(func(p solvers.Grid, r *solvers.Result) { r.Nodes = 1001 }), WrongAnswer, "reports 1001 nodes, beyond the budget of 1000"},
		{"returns the grid of the call before", 2, Options{}, func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			*r = solvers.Result{Counts: solvers.Counts{Solutions: 1}, First: stale}
		}, WrongAnswer, "returns 0 cells of 16"},
		{"panics", 1, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("no\nidea") }, RuntimeError, "panic: no (judge.TestWrongContestants"},
		{"index out of range", 1, Options{}, func(p solvers.Grid, _ solvers.Limits, _ *solvers.Result) { p[len(p)]++ }, RuntimeError, "index out of range [16] with length 16 (judge.TestWrongContestants"},
		{"nil pointer", 1, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) {
			var none struct{ r *solvers.Result }
			none.r.Nodes++
		}, RuntimeError, "nil pointer"},
		{"panics with nil", 1, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) { panic(nil) }, RuntimeError, "panic called with nil"},
		{"panics with a value that panics", 1, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) { panic(nastyError{}) }, RuntimeError, "PANIC"},
		{"ends its goroutine", 1, Options{}, func(solvers.Grid, solvers.Limits, *solvers.Result) { runtime.Goexit() }, RuntimeError, "Goexit"},
	} {
		stale = nil
		got, err := Run(t.Context(), spec("wrong", calls(c.at, c.solve)), fours(t), c.options)
		require.NoError(t, err, c.name)
		require.NotNil(t, got.Failed, c.name)
		assert.Equal(t, c.verdict, got.Verdict, "%s: %+v", c.name, got.Failed)
		assert.Equal(t, c.at, got.Failed.Case, "%s: %+v", c.name, got.Failed)
		assert.Contains(t, got.Failed.Reason, c.reason, c.name)
		assert.NotContains(t, got.Failed.Reason, "\n", c.name)
		assert.Equal(t, 5, got.Passed, "%s: the other cases still count: %s", c.name, got.Tally)

		// The same as a batch: the same cases fail for the same reasons.
		single := calls(c.at, c.solve)
		batch := batchFunc(func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			for i, p := range puzzles {
				single(p, l, &r[i])
			}
		})
		got, err = Run(t.Context(), spec("wrong", batch), fours(t), c.options)
		require.NoError(t, err, c.name)
		require.NotNil(t, got.Failed, c.name)
		assert.Equal(t, c.verdict, got.Verdict, "%s in a batch: %+v", c.name, got.Failed)
		if c.verdict == RuntimeError {
			assert.Zero(t, got.Passed, "%s: a batch that panics has no results", c.name)
			assert.Equal(t, 5, got.Tally[NotJudged], "%s: %s", c.name, got.Tally)
		} else {
			assert.Equal(t, c.at, got.Failed.Case, "%s in a batch: %+v", c.name, got.Failed)
		}
	}
}

func solvedBy(s string) solvers.Grid {
	g, _ := solvers.ParseGrid(s)
	return g
}

type nastyError struct{}

func (nastyError) Error() string { panic("again") }

func TestConstructorsThatFail(t *testing.T) {
	for name, make := range map[string]func(int) solvers.Solver{
		"panics": func(int) solvers.Solver { panic("no memory") },
		"nil":    func(int) solvers.Solver { return nil },
		"ends":   func(int) solvers.Solver { runtime.Goexit(); return nil },
	} {
		s := &solvers.Spec{Name: name, Doc: "a test", Sizes: []int{4}, New: make}
		got, err := Run(t.Context(), s, fours(t), Options{})
		require.NoError(t, err, name)
		assert.Equal(t, RuntimeError, got.Verdict, name)
		assert.Equal(t, 5, got.Tally[NotJudged], name)
		assert.NotEmpty(t, got.Failed.Reason, name)
	}
}

// A wrong answer in the judge's own data is the judge's failure.
func TestStoredAnswersAreNotBelieved(t *testing.T) {
	cases := fours(t)[:2]
	cases[0].Answer = grid(t, "1234341221434322")
	liar := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		*r = solvers.Result{Counts: solvers.Counts{Solutions: 1}, First: append(r.First[:0], cases[0].Answer...)}
	})
	for name, s := range map[string]solveFunc{"returns the stored": liar, "solves it": honest} {
		got, err := Run(t.Context(), spec("x", s), cases[:1], Options{})
		require.NoError(t, err)
		assert.Equal(t, JudgeError, got.Verdict, "%s: %+v", name, got.Failed)
		assert.Contains(t, got.Failed.Reason, "stored answer is itself wrong", name)
	}
	cases = fours(t)[:1]
	cases[0].Answer, cases[0].Solutions = cases[0].Puzzle, 0
	got, err := Run(t.Context(), spec("x", solveFunc(honest)), cases, Options{})
	require.NoError(t, err)
	assert.Equal(t, JudgeError, got.Verdict, "%+v", got.Failed)
}

// Without stored answers givens and rules decide, and a claim that there is no
// solution is proven.
func TestWithoutStoredAnswers(t *testing.T) {
	cases := fours(t)
	for i := range cases {
		cases[i].Answer, cases[i].Solutions = nil, -1
	}
	got, err := Run(t.Context(), spec("honest", solveFunc(honest)), cases, Options{})
	require.NoError(t, err)
	assert.Equal(t, Accepted, got.Verdict, "%+v", got.Failed)

	nothing := solveFunc(func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() })
	got, err = Run(t.Context(), spec("nothing", nothing), cases, Options{})
	require.NoError(t, err)
	assert.Equal(t, WrongAnswer, got.Verdict)
	assert.Equal(t, 2, got.Passed, "two have no solution")
	assert.Contains(t, got.Failed.Reason, "there is one")
}

func TestInterruptKeepsWhatIsFinished(t *testing.T) {
	for name, in := range map[string]solveFunc{
		"heeds":   spin,
		"ignores": func(solvers.Grid, solvers.Limits, *solvers.Result) { select {} },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		stop := calls(3, func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			cancel()
			in(p, l, r)
		})
		got, err := Run(ctx, spec("x", stop), fours(t), Options{Grace: 20 * time.Millisecond})
		assert.ErrorIs(t, err, ErrInterrupted, name)
		assert.Equal(t, Tally{Accepted: 2, NotJudged: 4}, got.Tally, name)
		assert.Equal(t, NotJudged, got.Verdict, name)
	}
}

func TestObserveSeesEveryCase(t *testing.T) {
	var seen []int
	_, err := Run(t.Context(), spec("honest", solveFunc(honest)), fours(t), Options{Observe: func(o *Outcome, f *Facts, r *solvers.Result) {
		seen = append(seen, o.Case)
		assert.Equal(t, Accepted, o.Verdict)
		assert.True(t, f.Ran && f.InProcess)
		assert.EqualValues(t, r.Solutions, o.Solutions)
	}})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6}, seen)
}

func TestNoCasesAreNotJudged(t *testing.T) {
	got, err := Run(t.Context(), spec("honest", solveFunc(honest)), nil, Options{})
	require.NoError(t, err)
	assert.Equal(t, NotJudged, got.Verdict)
}

func TestQuantiles(t *testing.T) {
	s := &SetResult{}
	for _, d := range []time.Duration{40, 20, 10, 30} {
		s.Timed = append(s.Timed, Outcome{Time: d})
	}
	for q, want := range map[float64]time.Duration{0: 10, 0.25: 14, 0.5: 25, 0.99: 40, 1: 40} { // by the one rule, of package stats
		got, ok := s.Quantile(q)
		require.True(t, ok)
		assert.Equal(t, want, got, "%v", q)
	}
	_, ok := (&SetResult{}).Quantile(0.5)
	assert.False(t, ok)
}

func TestRanking(t *testing.T) {
	stand := func(name string, v Verdict, passed int, total time.Duration) *SetResult {
		return &SetResult{Solver: name, Verdict: v, Cases: 10, Passed: passed, Total: total, Limits: Limits{Time: 10 * time.Second}}
	}
	all := []*SetResult{
		stand("quick-wrong", WrongAnswer, 9, 1),
		stand("slow", Accepted, 10, 9*time.Second),
		stand("nothing", RuntimeError, 0, 0),
		stand("less-quick-wrong", WrongAnswer, 9, 2),
		stand("fast", Accepted, 10, time.Second),
		stand("late", TimeLimit, 3, 11*time.Second),
	}
	Rank(all)
	var names []string
	for _, s := range all {
		names = append(names, s.Solver)
	}
	assert.Equal(t, []string{"fast", "slow", "quick-wrong", "less-quick-wrong", "late", "nothing"}, names)
	assert.Equal(t, time.Second, Best(all), "what failed is never the best")
	assert.Equal(t, 1+2*time.Second, all[2].PAR2())
	assert.Zero(t, Best(slices.DeleteFunc(all, func(s *SetResult) bool { return s.Verdict == Accepted })))
}
