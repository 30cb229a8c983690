package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// fakeClock advances only when a solver works.
type fakeClock struct{ now time.Duration }

func (c *fakeClock) Wall() time.Duration        { return c.now }
func (c *fakeClock) Read() results.ClockReading { return results.ClockReading{Wall: c.now, CPU: c.now} }

// honest is plain backtracking over empty cells in order; a node takes a
// simulated microsecond, and slow more of them.
type honest struct {
	clock *fakeClock
	slow  time.Duration
}

func (h *honest) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	r.Reset()
	g := append(solvers.Grid(nil), puzzle...)
	if g.Conflict() != nil {
		return
	}
	h.search(g, 0, &limits, r)
}

func (h *honest) search(g solvers.Grid, at int, limits *solvers.Limits, r *solvers.Result) bool {
	switch {
	case limits.Cancelled():
		r.Stopped = solvers.Cancelled
		return false
	case limits.Nodes > 0 && r.Nodes == limits.Nodes:
		r.Stopped = solvers.NodeBudget
		return false
	}
	r.Nodes++
	h.clock.now += time.Microsecond + h.slow
	for at < len(g) && g[at] != 0 {
		at++
	}
	if at == len(g) {
		r.Found(g)
		return r.Solutions < limits.Wanted()
	}
	for d := range uint8(g.Size()) {
		g[at] = d + 1
		r.Updates++
		if fits(g, at) && !h.search(g, at+1, limits, r) {
			return false
		}
	}
	g[at] = 0
	return true
}

// fits reports whether the digit of a cell is alone in its row, column and box. It allocates nothing, unlike
// Grid.Conflict, whose error is formatted: how much that allocates is random under the race detector, because
// sync.Pool drops a quarter of what it gets there.
func fits(g solvers.Grid, cell int) bool {
	n := g.Size()
	box := solvers.Box(n)
	row, column := cell/n, cell%n
	for other, d := range g {
		r, c := other/n, other%n
		if other != cell && d == g[cell] && (r == row || c == column || r/box == row/box && c/box == column/box) {
			return false
		}
	}
	return true
}

// fakePuzzles are n 4x4 puzzles of 7 givens with a solution.
func fakePuzzles(t testing.TB, n int) []solvers.Grid {
	base, err := solvers.ParseGrid("1234341221434321")
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	puzzles := make([]solvers.Grid, n)
	for i := range puzzles {
		g := Permuted(base, r)
		for _, cell := range r.Perm(16)[:9] {
			g[cell] = 0
		}
		puzzles[i] = g
	}
	return puzzles
}

// fakeSet is a set of n such puzzles; the rules alone say what is right.
func fakeSet(t testing.TB, name string, n int) *testset.TestSet {
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	set := &testset.TestSet{Name: name, Problem: problem, TimeLimit: time.Hour}
	for _, p := range fakePuzzles(t, n) {
		set.Cases = append(set.Cases, grids.Case{Puzzle: p, Solutions: grids.Unknown})
	}
	return set
}

// fakeSampler measures what newSolver makes, on a simulated clock.
func fakeSampler(name string, set *testset.TestSet, clock *fakeClock, newSolver func() solvers.Solver) PartialSampler {
	spec := &solvers.Spec{Name: name, New: func(int) solvers.Solver { return newSolver() }}
	return NewSolverSampler(spec, set, Settings{MinTime: 20 * time.Millisecond, Seed: 7, Audit: true, Grace: 50 * time.Millisecond, Clock: clock})
}
