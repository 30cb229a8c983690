package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// fakeClock advances only when a solver works.
type fakeClock struct{ now time.Duration }

func (c *fakeClock) Wall() time.Duration { return c.now }
func (c *fakeClock) Read() Reading       { return Reading{Wall: c.now, CPU: c.now} }

// honest is plain backtracking over the empty cells in order. A node takes a simulated microsecond, and slow adds
// more of them.
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

// fits reports whether the digit of a cell occurs once in its row, column and box. It allocates nothing.
// Grid.Conflict cannot be used here, because it formats an error, and how much this allocates is random under the
// race detector: sync.Pool drops a quarter of what it gets there.
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

// fakeCases returns n puzzles of 4x4 with 7 givens and a solution. They have no stored answers, so the rules alone
// decide.
func fakeCases(t testing.TB, n int) *grids.List {
	base, err := solvers.ParseGrid("1234341221434321")
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	list := &grids.List{Format: grids.Sudoku4}
	for range n {
		g := grids.RandomSymmetry(base.Size(), r.Perm, r.IntN).Apply(base)
		for _, cell := range r.Perm(16)[:9] {
			g[cell] = 0
		}
		list.Cases = append(list.Cases, grids.Case{Puzzle: g})
	}
	return list
}

// fakeSet returns a set of n such puzzles.
func fakeSet(t testing.TB, name string, n int) *testset.TestSet {
	problem, err := corpus.LookupProblem("sudoku4")
	require.NoError(t, err)
	set := testset.Of(name, problem, fakeCases(t, n))
	set.TimeLimit = time.Hour
	return set
}

// fakeSpec returns the Spec of a solver that newSolver makes.
func fakeSpec(name string, newSolver func() solvers.Solver) *solvers.Spec {
	return &solvers.Spec{Name: name, Doc: "a test", Sizes: []int{4}, New: func(int) solvers.Solver { return newSolver() }}
}

// fakeSession returns a session that judges and measures solvers on a simulated clock.
func fakeSession(set *testset.TestSet, clock *fakeClock, specs ...*solvers.Spec) *Session {
	return &Session{
		Sets: []*testset.TestSet{set}, Contestants: Contestants(specs, true, nil), Measuring: true,
		Options:  judge.Options{Grace: 50 * time.Millisecond},
		Settings: Settings{MinTime: 20 * time.Millisecond, Seed: 7, Clock: clock},
	}
}

// judged judges a solver. It returns the result and, if the solver is accepted, a sampler that is not prepared yet.
func judged(t testing.TB, set *testset.TestSet, clock *fakeClock, newSolver func() solvers.Solver) (*solverSampler, *results.Result) {
	s := fakeSession(set, clock, fakeSpec("fake", newSolver))
	require.NoError(t, s.Judge(t.Context()))
	require.Len(t, s.Results, 1)
	r := s.Results[0]
	if !r.Accepted() {
		return nil, r
	}
	all, err := set.All(t.Context())
	require.NoError(t, err)
	return newSolverSampler(set.NewRunner(s.Contestants[0].Spec)(), all, *AcceptedPassOf(r), s.Settings), r
}

// prepared returns the sampler of a solver that is accepted.
func prepared(t testing.TB, set *testset.TestSet, clock *fakeClock, newSolver func() solvers.Solver) *solverSampler {
	m, r := judged(t, set, clock, newSolver)
	require.NotNil(t, m, "%s", r.Reason())
	require.NoError(t, m.Prepare(t.Context(), true))
	return m
}

// sampled takes a whole sample.
func sampled(t testing.TB, m Sampler, round int) (*results.Sample, []int64) {
	s, ns, err := m.TakePart(t.Context(), whole(round))
	require.NoError(t, err)
	return s, ns
}
