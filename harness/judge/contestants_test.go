package judge

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// solveFunc is a contestant in one function.
type solveFunc func(puzzle solvers.Grid, l solvers.Limits, r *solvers.Result)

func (f solveFunc) Solve(puzzle solvers.Grid, l solvers.Limits, r *solvers.Result) { f(puzzle, l, r) }

// batchFunc is a contestant that takes a whole set.
type batchFunc func(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result)

func (f batchFunc) Solve(solvers.Grid, solvers.Limits, *solvers.Result) {
	panic("the judge was to use SolveBatch")
}

func (f batchFunc) SolveBatch(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	f(puzzles, l, r)
}

func spec(name string, s solvers.Solver) *solvers.Spec {
	return &solvers.Spec{Name: name, Doc: "a test", Sizes: []int{4, 9}, New: func(int) solvers.Solver { return s }}
}

// honest is a right contestant: plain backtracking, cell by cell.
func honest(puzzle solvers.Grid, l solvers.Limits, r *solvers.Result) {
	r.Reset()
	g := append(solvers.Grid{}, puzzle...)
	if g.Conflict() != nil {
		return
	}
	var search func(from int) bool
	search = func(from int) bool {
		if l.Cancelled() {
			r.Stopped = solvers.Cancelled
			return true
		}
		if l.Nodes > 0 && r.Nodes == l.Nodes {
			r.Stopped = solvers.NodeBudget
			return true
		}
		r.Nodes++
		for from < len(g) && g[from] != 0 {
			from++
		}
		if from == len(g) {
			r.Found(g)
			return r.Solutions == l.Wanted()
		}
		for d := range g.Size() {
			g[from] = uint8(d + 1)
			r.Updates++
			if g.Conflict() == nil && search(from+1) {
				return true
			}
		}
		g[from] = 0
		return false
	}
	search(0)
}

func honestBatch(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	for i, p := range puzzles {
		honest(p, l, &r[i])
	}
}

func grid(t testing.TB, s string) solvers.Grid {
	t.Helper()
	g, err := solvers.ParseGrid(s)
	require.NoError(t, err, s)
	return g
}

const solved4 = "1234341221434321"

// list makes cases of 4x4 grids.
func list(of []grids.Case) *grids.List { return &grids.List{Format: grids.Sudoku4, Cases: of} }

// runner returns a function that makes runners of a contestant on 4x4 grids.
func runner(s *solvers.Spec) func() cases.Runner {
	return func() cases.Runner { return grids.Sudoku4.NewRunner(s) }
}

// run judges a contestant on one block of cases.
func run(ctx context.Context, t testing.TB, s *solvers.Spec, of []grids.Case, o Options) (*Outcome, *Columns, error) {
	t.Helper()
	p, columns := NewPass(runner(s), o), &Columns{}
	err := p.Run(ctx, list(of), columns)
	return p.Outcome(), columns, err
}

// judged judges a contestant on one block of cases to its end.
func judged(t testing.TB, s *solvers.Spec, of []grids.Case, o Options) (*Outcome, *Columns) {
	t.Helper()
	got, columns, err := run(t.Context(), t, s, of, o)
	require.NoError(t, err)
	return got, columns
}

// inBlocks judges cases in blocks of n.
func inBlocks(t testing.TB, s *solvers.Spec, of []grids.Case, n int, o Options) (*Outcome, *Columns) {
	t.Helper()
	p, columns := NewPass(runner(s), o), &Columns{}
	for block := range slices.Chunk(of, n) {
		require.NoError(t, p.Run(t.Context(), list(block), columns))
	}
	return p.Outcome(), columns
}

// fours returns six small cases: with one solution, one, none, two, full, and none.
func fours(t testing.TB) []grids.Case {
	var all []grids.Case
	for _, c := range []struct {
		puzzle, answer string
		solutions      int
	}{
		{"1234341221434...", solved4, 1},
		{".23434122143.321", solved4, 1},
		{"123....4........", "123....4........", 0},
		{"..343412..434321", solved4, 2},
		{solved4, solved4, 1},
		{"11..............", "11..............", 0},
	} {
		of := grids.Case{Puzzle: grid(t, c.puzzle)}
		of.SetAnswer(grid(t, c.answer))
		of.Solutions = cases.Certificate{N: uint64(c.solutions), Is: cases.Exactly}
		all = append(all, of)
	}
	return all
}
