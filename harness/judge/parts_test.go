package judge

import (
	"iter"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// echo answers full grids, without allocation.
func echo(p solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = 1
	r.Found(p)
}

func echoBatch(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	for i, p := range puzzles {
		echo(p, l, &r[i])
	}
}

// TestJudgingInPartsTakesEightBytes checks the memory for each case and solver.
func TestJudgingInPartsTakesEightBytes(t *testing.T) {
	const size, parts = 1 << 14, 16
	part := slices.Repeat([]corpus.Case{{Puzzle: grid(t, solved4), Solutions: corpus.Unknown, Line: 7}}, size)
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	specs := []*solvers.Spec{spec("echo", solveFunc(echo)), spec("again", solveFunc(echo)), spec("batch", batchFunc(echoBatch)), {Name: "nine", Sizes: []int{9}}}
	var before, after runtime.MemStats
	var all iter.Seq[[]corpus.Case] = func(yield func([]corpus.Case) bool) {
		for i := range parts {
			if i == 1 { // what the passes keep for all parts is allocated
				runtime.ReadMemStats(&before)
			}
			if !yield(part) {
				return
			}
		}
		runtime.ReadMemStats(&after)
	}
	board := &Scoreboard{}
	set := &testset.TestSet{Name: "sudoku4/many", Problem: problem, File: "many"}
	require.NoError(t, board.JudgeParts(t.Context(), specs, set, all, Options{Slowest: 3}, func(string) {}))
	require.Len(t, board.Results(), 3)
	for _, r := range board.Results() {
		assert.Equal(t, Accepted, r.Verdict, "%s: %+v", r.Solver, r.Failed)
		assert.Equal(t, size*parts, r.Passed)
	}
	perCase := float64(after.TotalAlloc-before.TotalAlloc) / (size * (parts - 1) * 3)
	assert.Less(t, perCase, 8.0, "bytes for each case and solver")
	assert.Contains(t, board.absent[0], "nine does not take 4x4")
	rows := board.Slowest(3).Rows
	assert.Len(t, rows, 6, "three for each solver that is not a batch")
}

// TestAPanicOfTheJudgeNamesItsCase checks the line in the file, where the set itself has no cases.
func TestAPanicOfTheJudgeNamesItsCase(t *testing.T) {
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	seen := 0
	o := Options{Observe: func(*Outcome, *Facts, *solvers.Result) {
		if seen++; seen == 5 {
			panic("out of order")
		}
	}}
	board := &Scoreboard{}
	set := &testset.TestSet{Name: "sudoku4/mine", Problem: problem, File: "mine.txt"}
	parts := slices.Chunk(repeated(t, 2), 3)
	require.NoError(t, board.JudgeParts(t.Context(), []*solvers.Spec{spec("honest", solveFunc(honest))}, set, parts, o, func(string) {}))
	got := board.Results()[0]
	assert.Equal(t, JudgeError, got.Verdict)
	assert.Equal(t, 5, got.Failed.Case)
	assert.Contains(t, board.Table().Notes[0], "JE honest mine.txt:5: the judge panicked: out of order")
}
