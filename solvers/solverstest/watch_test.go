package solverstest

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gridjudge/solvers"
)

// stuck makes call number last of honest contestants wait for release.
type stuck struct {
	last    int64
	calls   *atomic.Int64
	release chan struct{}
}

func (s *stuck) wait() {
	if s.calls.Add(1) == s.last {
		<-s.release
	}
}

type stuckOnGrids struct {
	*stuck
	solvers.Solver
}

func (s stuckOnGrids) Solve(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
	s.wait()
	s.Solver.Solve(p, l, r)
}

// SolveBatch counts as a single call.
func (s stuckOnGrids) SolveBatch(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	s.wait()
	for i := range p {
		s.Solver.Solve(p[i], l, &r[i])
	}
}

type stuckOnMatrices struct {
	*stuck
	solvers.CoverSolver
}

func (s stuckOnMatrices) Solve(m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
	s.wait()
	s.CoverSolver.Solve(m, l, r)
}

// hangsSoon shortens the time after which a call is given up.
func hangsSoon(t *testing.T) {
	limit, end := hangs, giveUp
	t.Cleanup(func() { hangs, giveUp = limit, end })
	hangs = 10 * time.Millisecond
}

// listens returns a channel that gets what the next runs report about hanging, and keeps them from
// ending the process. A timer of an earlier run that fires late is ignored.
func listens() <-chan string {
	said := make(chan string, 1)
	giveUp = func(why string) {
		select {
		case said <- why:
		default: // it was said before
		}
	}
	return said
}

// testHangs has a contestant hang in its first or second call in each rule. The watch must name the
// rule.
func testHangs[P, R any, F comparable](t *testing.T, s *stuck, k *kind[P, R, F]) {
	hangsSoon(t)
	for _, r := range k.rules() {
		for s.last = 1; s.last <= 2; s.last++ {
			s.calls.Store(0)
			s.release = make(chan struct{})
			said, ended := listens(), make(chan error)
			go func() { ended <- k.watched(r) }()
			select {
			case why := <-said:
				if !strings.Contains(why, strconv.Quote(r.name)) {
					t.Errorf("a hang in call %d of the rule %q: %s", s.last, r.name, why)
				}
			case err := <-ended:
				if s.last == 1 || err != nil { // a rule may make a single call
					t.Errorf("the rule %q ends without a hang in call %d: %v", r.name, s.last, err)
				}
				continue
			}
			close(s.release)
			<-ended // with or without an error: what follows a late answer does not matter
		}
	}
}

// A contestant that hangs is noticed in every rule, on its first call and on later ones.
func TestNoRuleCanHang(t *testing.T) {
	s := &stuck{calls: new(atomic.Int64)}
	spec := solvers.Spec{Name: "stuck", Doc: "stuck", Sizes: []int{4}}
	spec.New = func(size int) solvers.Solver { return stuckOnGrids{s, newPlain(size)} }
	spec.NewCover = func() solvers.CoverSolver { return stuckOnMatrices{s, &plainCover{}} }
	t.Run("grids", func(t *testing.T) { testHangs(t, s, ofGrids(spec, 4, Cases(4))) })
	t.Run("matrices", func(t *testing.T) { testHangs(t, s, ofMatrices(spec, CoverCases())) })
}

// TestStuckSolver only does something in the process that TestAHangIsNamed starts.
func TestStuckSolver(t *testing.T) {
	if os.Getenv("STUCK") != "" {
		hangs = 100 * time.Millisecond
		RunCovers(t, coverSpec(func() solvers.CoverSolver {
			return stuckOnMatrices{&stuck{last: 1, calls: new(atomic.Int64)}, &plainCover{}}
		}))
	}
}

// A search without an end ends the process, with a message that names the rule and the case, and shows
// where the search is.
func TestAHangIsNamed(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestStuckSolver$")
	cmd.Env = append(os.Environ(), "STUCK=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("the suite passes a contestant that never returns:\n%s", out)
	}
	for _, want := range []string{`rule "enter"`, "no end within 100ms", `"12 choices of two colours"`, "stuckOnMatrices.Solve"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("output without %q:\n%s", want, out)
		}
	}
}
