package solverstest

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
)

// failing makes honest contestants panic: in call number first, and in every later one.
type failing struct {
	first int64
	calls *atomic.Int64
	value any
}

func (f *failing) count() {
	if f.calls.Add(1) >= f.first {
		panic(f.value)
	}
}

type failingOnGrids struct {
	*failing
	solvers.Solver
}

func (s failingOnGrids) Solve(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
	s.count()
	s.Solver.Solve(p, l, r)
}

func (s failingOnGrids) SolveBatch(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	s.count()
	for i := range p {
		s.Solver.Solve(p[i], l, &r[i])
	}
}

type failingOnMatrices struct {
	*failing
	solvers.CoverSolver
}

func (s failingOnMatrices) Solve(m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
	s.count()
	s.CoverSolver.Solve(m, l, r)
}

// testPanics has a contestant panic in its first or second call in each rule. The error must say what
// the case tests, the value of the panic, and where the contestant was.
func testPanics[P, R any, F comparable](t *testing.T, s *failing, k *kind[P, R, F]) {
	for _, r := range k.rules() {
		for s.first = 1; s.first <= 2; s.first++ {
			s.calls.Store(0)
			err := k.watched(r)
			if s.calls.Load() < s.first { // a rule may make a single call
				continue
			}
			if err == nil {
				t.Errorf("the rule %q passes a panic in call %d", r.name, s.first)
				continue
			}
			for _, want := range []string{"it tests that", "out of luck", "(*failing).count"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("a panic in call %d of the rule %q: no %q in: %v", s.first, r.name, want, err)
				}
			}
		}
	}
}

// A panic breaks the rule in which it occurs, whichever this is, and does not end other tests.
func TestAPanicIsAFailureWithItsCase(t *testing.T) {
	s := &failing{calls: new(atomic.Int64), value: "out of luck"}
	spec := solvers.Spec{Name: "failing", Doc: "failing", Sizes: []int{4}}
	spec.New = func(size int) solvers.Solver { return failingOnGrids{s, newPlain(size)} }
	spec.NewCover = func() solvers.CoverSolver { return failingOnMatrices{s, &plainCover{}} }
	t.Run("grids", func(t *testing.T) { testPanics(t, s, ofGrids(spec, 4, Cases(4))) })
	t.Run("matrices", func(t *testing.T) { testPanics(t, s, ofMatrices(spec, CoverCases())) })
	s.value = errors.New("out of luck") // as the panics of the runtime are
	t.Run("errors", func(t *testing.T) { testPanics(t, s, ofGrids(spec, 4, Cases(4))) })

	spec.New = func(size int) solvers.Solver { panic("not made") }
	k := ofGrids(spec, 4, Cases(4))
	if err := k.watched(k.rules()[0]); err == nil || !strings.Contains(err.Error(), "not made") {
		t.Errorf("a solver that cannot be made: %v", err)
	}
}

// The case that is reported with a panic is the one that was being solved, even if other cases were
// being solved at the same time.
func TestAPanicNamesTheCaseThatItWasIn(t *testing.T) {
	guilty := &CoverCases()[20]
	spec := coverSpec(func() solvers.CoverSolver {
		return &wrongCover{fault: func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
			if m.Equal(guilty.Problem) {
				panic("not this one")
			}
			s.plainCover.Solve(m, l, r)
		}}
	})
	k := ofMatrices(spec, CoverCases())
	k.own = nil // large matrices, none of them that case
	found := 0
	for _, r := range k.rules() {
		if err := k.watched(r); err != nil {
			found++
			if !strings.Contains(err.Error(), guilty.Name) {
				t.Errorf("the rule %q does not name %s: %v", r.name, guilty.Name, err)
			}
		}
	}
	if found < 10 {
		t.Errorf("%d rules meet the panic, want at least 10", found)
	}
}
