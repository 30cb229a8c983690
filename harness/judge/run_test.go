package judge

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

func TestHonestIsAccepted(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		for _, solutions := range []uint64{0, 1, 2, 100} {
			got, _ := judged(t, spec("honest", s), fours(t), Options{Solutions: solutions, Limits: Limits{Time: time.Minute}})
			assert.Equal(t, Accepted, got.Verdict, "%+v", got.Failed)
			assert.Equal(t, 6, got.Passed)
			assert.Equal(t, Tally{Accepted: 6}, got.Tally)
			assert.Zero(t, got.Failed)
			assert.Empty(t, got.Reason())
			assert.Positive(t, got.Nodes)
			assert.Positive(t, got.Time)
			_, batch := s.(solvers.BatchSolver)
			assert.Equal(t, batch, got.Whole)
			assert.NotEqual(t, batch, got.P50 > 0, "a batch has no times of single cases")
		}
	}
}

// calls makes a contestant that is honest in all calls but the n-th, counted from 1.
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

// after makes a contestant that works honestly and then spoils its result.
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
		{"finds nothing", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions, r.First = 0, r.First[:0] }), WrongAnswer, "the case has 1 solution"},
		{"finds what is not there", 3, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Found(append(solvers.Grid{}, solvedBy(solved4)...)) }), WrongAnswer, "the puzzle has no solution"},
		{"no count but a grid", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 0 }), WrongAnswer, "counts no solution but returns a grid"},
		{"counts beyond the limit", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 2 }), WrongAnswer, "counts 2 solutions, but had to stop at 1"},
		{"counts all there could be", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = math.MaxUint64 }), WrongAnswer, "counts 18446744073709551615 solutions"},
		{"runs out of memory", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.MemoryBudget }), WrongAnswer, "ended early: memory budget spent"},
		{"over-counts", 1, Options{Solutions: 2}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 2 }), WrongAnswer, "counts 2 solutions of the first 2; the case has 1 solution"},
		{"stops counting early", 4, Options{Solutions: 2}, after(func(p solvers.Grid, r *solvers.Result) { r.Solutions = 1 }), WrongAnswer, "counts 1 solution of the first 2; the case has 2 solutions"},
		{"claims a budget", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.NodeBudget }), WrongAnswer, "but none was given"},
		{"claims to be cancelled", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = solvers.Cancelled }), WrongAnswer, "reports that it was cancelled"},
		{"odd stop", 1, Options{}, after(func(p solvers.Grid, r *solvers.Result) { r.Stopped = 17 }), WrongAnswer, "Stopped has the value 17"},
		{"exceeds its budget", 1, Options{Nodes: 1000}, after(func(p solvers.Grid, r *solvers.Result) { r.Nodes = 1001 }), WrongAnswer, "reports 1001 nodes, beyond the budget of 1000"},
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
		got, _ := judged(t, spec("wrong", calls(c.at, c.solve)), fours(t), c.options)
		assert.Equal(t, c.verdict, got.Verdict, "%s: %+v", c.name, got.Failed)
		assert.Equal(t, c.at, got.Failed, "%s: %+v", c.name, got.Failed)
		assert.Contains(t, got.Reason(), c.reason, c.name)
		assert.NotContains(t, got.Reason(), "\n", c.name)
		assert.Equal(t, 5, got.Passed, "%s: the other cases still count: %s", c.name, got.Tally)

		// As a batch, the same cases fail for the same reasons.
		single := calls(c.at, c.solve)
		batch := batchFunc(func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
			for i, p := range puzzles {
				single(p, l, &r[i])
			}
		})
		got, _ = judged(t, spec("wrong", batch), fours(t), c.options)
		assert.Equal(t, c.verdict, got.Verdict, "%s in a batch: %+v", c.name, got.Failed)
		if c.verdict == RuntimeError {
			assert.Zero(t, got.Passed, "%s: a batch that panics has no results", c.name)
			assert.Equal(t, Tally{RuntimeError: 6}, got.Tally, c.name)
			assert.Zero(t, got.Failed, "%s: a batch fails as a whole", c.name)
		} else {
			assert.Equal(t, c.at, got.Failed, "%s in a batch: %+v", c.name, got.Failed)
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
		got, _ := judged(t, s, fours(t), Options{})
		assert.Equal(t, RuntimeError, got.Verdict, name)
		assert.Equal(t, Tally{RuntimeError: 6}, got.Tally, name)
		assert.Zero(t, got.Failed, name)
		assert.NotEmpty(t, got.Reason(), name)
	}
}

// If a failure does not belong to a single case, no case has values: cases before a panic do not count if no new
// solver could be made after it.
func TestAFailureOfNoCaseLeavesNoValues(t *testing.T) {
	made := 0
	s := &solvers.Spec{Name: "x", Doc: "a test", Sizes: []int{4}, New: func(int) solvers.Solver {
		if made++; made > 1 {
			panic("no memory")
		}
		return calls(3, func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("at the third") })
	}}
	got, columns := judged(t, s, fours(t), Options{})
	assert.Equal(t, []any{RuntimeError, 0, Tally{RuntimeError: 6}}, []any{got.Verdict, got.Passed, got.Tally})
	assert.Contains(t, got.Reason(), "no memory")
	assert.Equal(t, Columns{Anew: true}, *columns)
}

// A wrong answer in the judge's own data is a failure of the judge.
func TestStoredAnswersAreNotBelieved(t *testing.T) {
	all := fours(t)[:2]
	all[0].Answer = grid(t, "1234341221434322")
	liar := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
		*r = solvers.Result{Counts: solvers.Counts{Solutions: 1}, First: append(r.First[:0], all[0].Answer...)}
	})
	for name, s := range map[string]solveFunc{"returns the stored": liar, "solves it": honest} {
		got, _ := judged(t, spec("x", s), all[:1], Options{})
		assert.Equal(t, JudgeError, got.Verdict, "%s: %+v", name, got.Failed)
		assert.Contains(t, got.Reason(), "stored answer is itself wrong", name)
	}
	all = fours(t)[:1]
	all[0].Answer, all[0].Solutions = nil, cases.Certificate{Is: cases.Exactly}
	got, _ := judged(t, spec("x", solveFunc(honest)), all, Options{})
	assert.Equal(t, JudgeError, got.Verdict, "%+v", got.Failed)
}

// Without stored answers, the givens and the rules decide, and the judge proves or refutes a claim that there is no
// solution.
func TestWithoutStoredAnswers(t *testing.T) {
	all := fours(t)
	for i := range all {
		all[i].Answer, all[i].Solutions = nil, cases.Certificate{}
	}
	got, _ := judged(t, spec("honest", solveFunc(honest)), all, Options{})
	assert.Equal(t, Accepted, got.Verdict, "%+v", got.Failed)

	nothing := solveFunc(func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() })
	got, _ = judged(t, spec("nothing", nothing), all, Options{})
	assert.Equal(t, WrongAnswer, got.Verdict)
	assert.Equal(t, 2, got.Passed, "two have no solution")
	assert.Contains(t, got.Reason(), "there is one")
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
		got, _, err := run(ctx, t, spec("x", stop), fours(t), Options{Grace: 20 * time.Millisecond})
		assert.ErrorIs(t, err, context.Canceled, name)
		assert.Equal(t, Tally{Accepted: 2, NotJudged: 4}, got.Tally, name)
		assert.Equal(t, NotJudged, got.Verdict, name)
	}
}

// TestColumnsHaveEveryCase checks the values of single cases, including cases that failed.
func TestColumnsHaveEveryCase(t *testing.T) {
	lie := after(func(_ solvers.Grid, r *solvers.Result) { r.First[3] = r.First[3]%4 + 1 })
	for _, batch := range []bool{false, true} {
		var s solvers.Solver = calls(2, lie)
		if batch {
			s = batchFunc(func(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
				honestBatch(p, l, r)
				lie(p[1], l, &r[1])
			})
		}
		got, columns := judged(t, spec("liar", s), fours(t), Options{Solutions: 2})
		assert.Equal(t, []Verdict{Accepted, WrongAnswer, Accepted, Accepted, Accepted, Accepted}, columns.Verdicts)
		require.Len(t, columns.NS, 6)
		require.Len(t, columns.Nodes, 6)
		require.Len(t, columns.Updates, 6)
		require.Len(t, columns.Answers, 6)
		var ns int64
		var nodes, updates uint64
		for i := range 6 {
			ns, nodes, updates = ns+columns.NS[i], nodes+columns.Nodes[i], updates+columns.Updates[i]
		}
		assert.Equal(t, got.Nodes, nodes)
		assert.Equal(t, got.Updates, updates)
		if batch {
			assert.Zero(t, ns, "a batch has no times of single cases")
		} else {
			assert.EqualValues(t, got.Time, ns)
		}
		assert.Equal(t, columns.Answers[0], columns.Answers[4], "the same answer")
		assert.NotEqual(t, columns.Answers[0], columns.Answers[1], "another answer")
		assert.NotEqual(t, columns.Answers[0], columns.Answers[3], "the same answer, but two solutions")
	}
}

func TestNoCasesAreNotJudged(t *testing.T) {
	got, columns := judged(t, spec("honest", solveFunc(honest)), nil, Options{})
	assert.Equal(t, NotJudged, got.Verdict)
	assert.Empty(t, columns.Verdicts)
}

// TestSums checks the sums and the quantiles of the times of single cases. The quantiles follow the rule of package
// stats.
func TestSums(t *testing.T) {
	f := Fold{Slowest: 2}
	f.Expect(4)
	for i, d := range []time.Duration{40, 20, 10, 30} {
		assert.True(t, f.Case(&Case{Number: i + 1, Timed: true, Nodes: 1, Facts: Facts{Ran: true, CPU: d, Wall: 2 * d, Finding: cases.Finding{Match: cases.Right}}}))
	}
	got := f.Outcome()
	assert.Equal(t, Accepted, got.Verdict)
	assert.EqualValues(t, []time.Duration{100, 200, 25, 40, 40}, []time.Duration{got.Time, got.Wall, got.P50, got.P99, got.Max})
	assert.Equal(t, []Slow{{Case: 1, Verdict: Accepted, Time: 40, First: 40, Nodes: 1}, {Case: 4, Verdict: Accepted, Time: 30, First: 30, Nodes: 1}}, got.Slowest)
	assert.Zero(t, (&Fold{}).Outcome().P50)
}

// TestPassedTime: in a pass with failures, the time of the cases that passed is known if each case was timed by
// itself.
func TestPassedTime(t *testing.T) {
	right, wrong := Facts{Ran: true, Finding: cases.Finding{Match: cases.Right}}, Facts{Ran: true}
	pass := func(limit time.Duration, facts ...Facts) *Fold {
		f := &Fold{Limits: Limits{Time: limit, KeepGoing: true}}
		f.Expect(len(facts))
		for i, c := range facts {
			c.CPU = time.Duration(i + 1)
			f.Case(&Case{Number: i + 1, Timed: true, Facts: c})
		}
		return f
	}
	assert.EqualValues(t, 1+3, pass(0, right, wrong, right).Outcome().PassedTime)
	assert.EqualValues(t, 1+2, pass(3, right, right, right).Outcome().PassedTime, "the third exceeds the limit")
	assert.Zero(t, pass(0, wrong, wrong).Outcome().PassedTime)
	assert.Zero(t, pass(0, right, right).Outcome().PassedTime, "all passed: Time is theirs")
	batch := pass(0, right, wrong)
	batch.Spend(5)
	assert.Zero(t, batch.Outcome().PassedTime, "a part has no time by itself")
	whole := pass(0, right, wrong)
	whole.All(&Case{Facts: Facts{Ran: true, Finding: cases.Finding{Passed: 1}}}, 2)
	assert.Zero(t, whole.Outcome().PassedTime, "what single cases showed does not count any more")
}
