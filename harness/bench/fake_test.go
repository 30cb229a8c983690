package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// fakeClock goes on only when a solver works.
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
		if g.Conflict() == nil && !h.search(g, at+1, limits, r) {
			return false
		}
	}
	g[at] = 0
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

// fakeLoad is a workload whose check is the rules.
func fakeLoad(t testing.TB, set string, n int) *Workload {
	puzzles := fakePuzzles(t, n)
	return &Workload{
		Set: set, Puzzles: puzzles, Digest: "d", Limit: time.Hour,
		Check: func(i int, r *solvers.Result) error { return solvers.Check(puzzles[i], r.First) },
	}
}

// fakeMeter measures what newSolver makes, on a simulated clock.
func fakeMeter(name string, load *Workload, clock *fakeClock, newSolver func() solvers.Solver) PartialSampler {
	spec := &solvers.Spec{Name: name, New: func(int) solvers.Solver { return newSolver() }}
	return NewSolverSampler(spec, load, Settings{MinTime: 20 * time.Millisecond, Seed: 7, Audit: true, Clock: clock})
}
