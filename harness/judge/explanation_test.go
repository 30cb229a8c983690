package judge

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// explain explains a case of the small set.
func explain(t *testing.T, s solvers.Solver, n int, o Options) (*Explanation, string) {
	t.Helper()
	p, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	set := &testset.TestSet{Name: "sudoku4/fours", Problem: p, Cases: fours(t), File: "fours.txt"}
	made := spec("x", s)
	made.New = func(int) solvers.Solver { return s }
	e, err := Explain(t.Context(), made, set, n, o)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, e.Write(&b))
	return e, b.String()
}

// stateful is wrong in every call after the first; each Spec.New makes a fresh one.
func TestExplainJudgesTheCaseAfterThoseBeforeIt(t *testing.T) {
	p, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	set := &testset.TestSet{Name: "sudoku4/fours", Problem: p, Cases: fours(t), File: "fours.txt"}
	stateful := &solvers.Spec{Name: "stateful", Sizes: []int{4}, New: func(int) solvers.Solver {
		return calls(2, func(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() })
	}}
	e, err := Explain(t.Context(), stateful, set, 2, Options{})
	require.NoError(t, err)
	assert.Equal(t, WrongAnswer, e.Verdict, "judge says the same")
	var b bytes.Buffer
	require.NoError(t, e.Write(&b))
	assert.Contains(t, b.String(), "AC: the solver keeps state between cases")
	e, err = Explain(t.Context(), stateful, set, 1, Options{})
	require.NoError(t, err)
	assert.Equal(t, Accepted, e.Verdict)
}

func TestExplainSaysNothingOfStateWhereThereIsNone(t *testing.T) {
	for _, s := range []solvers.Solver{solveFunc(honest), batchFunc(honestBatch)} {
		e, text := explain(t, s, 4, Options{})
		assert.Equal(t, Accepted, e.Verdict)
		assert.NotContains(t, text, "alone      ")
	}
}

func TestExplainACaseThatTheLimitCutsOff(t *testing.T) {
	s := calls(1, spin)
	e, text := explain(t, s, 3, Options{TimeLimit: 500 * time.Millisecond})
	assert.Equal(t, Accepted, e.Verdict, text)
	assert.Contains(t, text, "in the run of the set it was not judged: TLE in case 1")
}

func TestExplainASolverThatDoesNotStop(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := solveFunc(func(solvers.Grid, solvers.Limits, *solvers.Result) { <-release })
	for _, s := range []solvers.Solver{deaf, batchFunc(func([]solvers.Grid, solvers.Limits, []solvers.Result) { <-release })} {
		e, text := explain(t, s, 1, Options{TimeLimit: time.Millisecond, Grace: 20 * time.Millisecond})
		assert.Equal(t, TimeLimit, e.Verdict)
		assert.Contains(t, text, "abandoned")
		assert.NotContains(t, text, "stopped", "nothing is known of its result")
		assert.NotContains(t, text, "answer: none")
		assert.NotContains(t, text, "case 0", "a batch fails as a whole")
	}
}
