package judge

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// explain explains a case of the small set.
func explain(t *testing.T, s solvers.Solver, n int, o Options) (*Explained, string) {
	t.Helper()
	return explainSpec(t, spec("x", s), n, o)
}

func explainSpec(t *testing.T, s *solvers.Spec, n int, o Options) (*Explained, string) {
	t.Helper()
	var b bytes.Buffer
	e, err := Explain(t.Context(), &b, s.Name, runner(s), list(fours(t)), n, "sudoku4/fours", o)
	require.NoError(t, err)
	return e, b.String()
}

// TestExplainJudgesTheCaseAfterThoseBeforeIt: the solver is wrong in every call after its first one. Each Spec.New
// makes a fresh solver.
func TestExplainJudgesTheCaseAfterThoseBeforeIt(t *testing.T) {
	stateful := &solvers.Spec{Name: "stateful", Sizes: []int{4}, New: func(int) solvers.Solver {
		return calls(2, func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() })
	}}
	e, text := explainSpec(t, stateful, 2, Options{})
	assert.Equal(t, WrongAnswer, e.Verdict, "judge says the same")
	assert.Contains(t, text, "AC: the solver keeps state between cases")
	e, _ = explainSpec(t, stateful, 1, Options{})
	assert.Equal(t, Accepted, e.Verdict)
}

func TestExplainSaysNothingOfStateWhereThereIsNone(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		e, text := explain(t, s, 4, Options{})
		assert.Equal(t, Accepted, e.Verdict)
		assert.NotContains(t, text, "alone      ")
	}
}

// TestExplainShowsWhatTheSolverReturned checks the counters and the answer of case 4, alone and as a case of a batch.
func TestExplainShowsWhatTheSolverReturned(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		e, text := explain(t, s, 4, Options{Solutions: 2})
		assert.Equal(t, Accepted, e.Verdict)
		assert.Contains(t, text, "check: full, keeps the givens")
		var want solvers.Result
		honest(fours(t)[3].Puzzle, solvers.Limits{Solutions: 2}, &want)
		assert.Contains(t, text, fmt.Sprintf("solutions  2 counted; certified: 2\nnodes      %d\nupdates    %d\nstopped    finished\n", want.Nodes, want.Updates))
	}
	broken := solveFunc(func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("no") })
	e, text := explain(t, broken, 4, Options{})
	assert.Equal(t, RuntimeError, e.Verdict)
	assert.Contains(t, e.Reason, "no (judge.")
	assert.NotContains(t, text, "stopped", "it returned nothing")
}

func TestExplainACaseThatTheLimitCutsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			if slices.Equal(p, fours(t)[0].Puzzle) {
				spin(p, l, r)
				return
			}
			honest(p, l, r)
		})
		e, text := explain(t, s, 3, Options{Limits: Limits{Time: 500 * time.Millisecond}})
		assert.Equal(t, Accepted, e.Verdict, text)
		assert.Contains(t, text, "in the run of the set it was not judged: TLE in case 1")
	})
}

func TestExplainASolverThatDoesNotStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		deaf := solveFunc(func(solvers.Grid, solvers.Limits, *solvers.Result) { <-release })
		for _, s := range []solvers.Solver{deaf, batchFunc(func([]solvers.Grid, solvers.Limits, []solvers.Result) { <-release })} {
			e, text := explain(t, s, 1, Options{Limits: Limits{Time: time.Millisecond}, Grace: 20 * time.Millisecond})
			assert.Equal(t, TimeLimit, e.Verdict)
			assert.Contains(t, text, "abandoned")
			assert.NotContains(t, text, "stopped", "nothing is known of its result")
			assert.NotContains(t, text, "answer: none")
			assert.NotContains(t, text, "case 0", "a batch fails as a whole")
		}
	})
}

// TestExplainSaysWhyACaseIsLate checks the reason if an earlier case has failed already: it must have the times from
// which the verdict was derived.
func TestExplainSaysWhyACaseIsLate(t *testing.T) {
	nothing := func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() }
	for name, c := range map[string]struct {
		limits Limits
		reason string
	}{
		"of all cases": {Limits{Time: 50 * time.Millisecond}, "over the limit of 50ms"},
		"of one case":  {Limits{Case: 10 * time.Millisecond}, "of this case, over the limit of 10ms per case"},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			slow := solveFunc(func(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				time.Sleep(20 * time.Millisecond)
				if calls++; calls == 1 {
					nothing(p, l, r)
					return
				}
				honest(p, l, r)
			})
			e, text := explain(t, slow, 3, Options{Limits: c.limits})
			assert.Equal(t, TimeLimit, e.Verdict, "%s: %s", name, text)
			assert.Contains(t, text, c.reason, name)
		})
	}
}

func TestExplainEscapesWhatTheSolverSays(t *testing.T) {
	e, text := explain(t, solveFunc(func(solvers.Grid, solvers.Limits, *solvers.Result) { panic("\x1b[2J") }), 1, Options{})
	assert.Equal(t, RuntimeError, e.Verdict)
	assert.NotContains(t, text, "\x1b")
	assert.Contains(t, text, `\x1b[2J`)
}
