package solverstest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
)

func TestHonestSolverPasses(t *testing.T) {
	Run(t, plainSpec())
}

func TestHonestBatchSolverPasses(t *testing.T) {
	spec := plainSpec()
	spec.Sizes = []int{4}
	spec.New = func(size int) solvers.Solver { return honestBatch{newPlain(size)} }
	Run(t, spec)
}

type honestBatch struct{ *plain }

func (s honestBatch) SolveBatch(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	for i := range p {
		s.Solve(p[i], l, &r[i])
	}
}

// wrong is the honest solver with one fault added.
type wrong struct {
	*plain
	fault func(s *wrong, puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result)
	calls int
	kept  solvers.Grid
	sink  []byte // keeps what a fault allocates alive, so that it is really allocated
	batch func(s *wrong, puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result)
}

func (s *wrong) Solve(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
	s.calls++
	s.fault(s, p, l, r)
}

// wrongBatch is a wrong solver that claims to solve batches.
type wrongBatch struct{ *wrong }

func (s wrongBatch) SolveBatch(p []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	s.batch(s.wrong, p, l, r)
}

// shared is memory that several careless solvers use at the same time.
var shared atomic.Uint64

func TestWrongSolversAreCaught(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	type (
		grid   = solvers.Grid
		limits = solvers.Limits
		result = solvers.Result
	)
	faults := []struct {
		name  string
		rules []string // one of these must be the first to catch it
		hangs bool     // by never returning
		size  int      // 4 if it is 0
		races bool     // so that the race detector fails the test before any rule speaks
		solve func(s *wrong, p grid, l limits, r *result)
		batch func(s *wrong, p []grid, l limits, r []result)
	}{
		{name: "does not check the boxes of a full grid", rules: []string{"contradictions"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if err := solvers.Check(p, p); err != nil && strings.Contains(err.Error(), "box") {
				r.Found(p)
			}
		}},
		{name: "changes a given", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if len(r.First) > 0 {
				r.First[0], r.First[1] = r.First[1], r.First[0]
			}
		}},
		{name: "stops counting early", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			l.Solutions = min(l.Solutions, 2)
			s.plain.Solve(p, l, r)
		}},
		{name: "stops counting at 65,535", size: 9, rules: []string{"many"}, solve: func(s *wrong, p grid, l limits, r *result) {
			l.Solutions = min(l.Solutions, math.MaxUint16)
			s.plain.Solve(p, l, r)
		}},
		{name: "gives the last solution", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.last = true
			s.plain.Solve(p, l, r)
		}},
		{name: "over-counts", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Solutions *= 2
		}},
		{name: "counts past the limit", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			l.Solutions = l.Wanted() + min(1, l.Solutions)
			s.plain.Solve(p, l, r)
		}},
		{name: "counts no updates", rules: []string{"enter"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Updates = 0
		}},
		{name: "counts downwards", rules: []string{"answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Updates = -r.Updates
		}},
		{name: "keeps state", rules: []string{"reuse"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Nodes += uint64(s.calls / 20)
		}},
		{name: "answers from memory", rules: []string{"reuse"}, solve: func(s *wrong, p grid, l limits, r *result) {
			if slices.Equal(p, s.kept) {
				r.Reset()
				return
			}
			s.kept = slices.Clone(p)
			s.plain.Solve(p, l, r)
		}},
		{name: "panics", rules: []string{"input"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if r.Solutions > 1 {
				panic("more than one")
			}
		}},
		{name: "spins", hangs: true, rules: []string{"enter"}, solve: func(s *wrong, p grid, l limits, r *result) {
			<-release
		}},
		{name: "allocates", rules: []string{"allocations"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.sink = make([]byte, 1)
			s.plain.Solve(p, l, r)
		}},
		{name: "understates its nodes", rules: []string{"budget"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Nodes = (r.Nodes + 1) / 2
		}},
		{name: "claims no nodes", rules: []string{"enter"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			r.Nodes = 0
		}},
		{name: "ignores the budget", rules: []string{"enter"}, solve: func(s *wrong, p grid, l limits, r *result) {
			l.Nodes = 0
			s.plain.Solve(p, l, r)
		}},
		{name: "exceeds the budget by one", rules: []string{"budget"}, solve: func(s *wrong, p grid, l limits, r *result) {
			if l.Nodes > 1 {
				l.Nodes++
			}
			s.plain.Solve(p, l, r)
		}},
		{name: "ignores a cancel from the start", rules: []string{"cancel"}, solve: func(s *wrong, p grid, l limits, r *result) {
			if l.Cancelled() {
				l.Cancel = nil
			}
			s.plain.Solve(p, l, r)
		}},
		{name: "ignores a cancel on the way", size: 9, hangs: true, rules: []string{"cancel"}, solve: func(s *wrong, p grid, l limits, r *result) {
			if l.Cancel != nil && !l.Cancelled() {
				<-release
			}
			s.plain.Solve(p, l, r)
		}},
		{name: "writes to the puzzle", races: true, rules: []string{"input"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if r.Solutions > 0 {
				copy(p, r.First)
			}
		}},
		{name: "adds to the old result", rules: []string{"overwrite"}, solve: func(s *wrong, p grid, l limits, r *result) {
			before := r.Updates
			s.plain.Solve(p, l, r)
			r.Updates += before
		}},
		{name: "hands out its own memory", rules: []string{"ownership"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if s.kept == nil {
				s.kept = solvers.NewGrid(p.Size())
			}
			if r.Solutions > 0 {
				copy(s.kept, r.First)
				r.First = s.kept
			}
		}},
		{name: "leaves a goroutine", rules: []string{"goroutines"}, solve: func(s *wrong, p grid, l limits, r *result) {
			go func() { <-release }()
			s.plain.Solve(p, l, r)
		}},
		{name: "counts in a variable of all solvers", rules: []string{"overwrite", "answers"}, solve: func(s *wrong, p grid, l limits, r *result) {
			n := shared.Add(1)
			s.plain.Solve(p, l, r)
			r.Updates += n
		}},
		{name: "searches among clashing givens", rules: []string{"contradictions"}, solve: func(s *wrong, p grid, l limits, r *result) {
			s.plain.Solve(p, l, r)
			if p.Conflict() == nil {
				return
			}
			if r.Nodes += 1000; l.Nodes > 0 && r.Nodes > l.Nodes {
				r.Nodes, r.Stopped = l.Nodes, solvers.NodeBudget
			}
		}},
		{name: "skips the end of a batch", rules: []string{"batch"},
			solve: func(s *wrong, p grid, l limits, r *result) { s.plain.Solve(p, l, r) },
			batch: func(s *wrong, p []grid, l limits, r []result) {
				for i := range min(len(p), 512) {
					s.plain.Solve(p[i], l, &r[i])
				}
			}},
		{name: "shares a budget among a batch", rules: []string{"batch"},
			solve: func(s *wrong, p grid, l limits, r *result) { s.plain.Solve(p, l, r) },
			batch: func(s *wrong, p []grid, l limits, r []result) {
				for i := range p {
					s.plain.Solve(p[i], l, &r[i])
					if l.Nodes > 1 {
						l.Nodes--
					}
				}
			}},
	}
	if len(faults) == 0 {
		t.Fatal("there are no faults")
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if f.races && raceDetector {
				t.Skip("the race detector fails this test by itself")
			}
			if f.name == "leaves a goroutine" {
				settlesSoon(t)
			}
			size := cmp.Or(f.size, 4)
			spec := solvers.Spec{Name: "wrong", Doc: f.name, Sizes: []int{size}, New: func(size int) solvers.Solver {
				s := &wrong{plain: newPlain(size), fault: f.solve, batch: f.batch}
				if f.batch != nil {
					return wrongBatch{s}
				}
				return s
			}}
			var mayHang []string
			if f.hangs {
				mayHang = f.rules
			}
			v := first(gridsOf(spec, size), mayHang)
			if !slices.Contains(f.rules, v.rule) {
				t.Fatalf("caught by the rule %q, want one of %q: %v", v.rule, f.rules, v.err)
			}
			if got := v.err == errHangs; got != f.hangs {
				t.Errorf("hangs: %v, want %v: %v", got, f.hangs, v.err)
			}
		})
	}
}

func TestCasesAreWhatTheyClaim(t *testing.T) {
	for _, size := range solvers.Sizes() {
		cases := Cases(size)
		if len(cases) == 0 {
			t.Fatalf("size %d has no cases", size)
		}
		if !slices.ContainsFunc(cases, func(c GridCase) bool { return c.Quick }) {
			t.Errorf("size %d has no contradictory case", size)
		}
		counts := map[uint64]int{}
		for _, c := range cases {
			if !c.Problem.Valid() {
				t.Fatalf("%s is not valid: %v", c.Name, c.Problem)
			}
			if c.Reason == "" {
				t.Fatalf("%s has no reason", c.Name)
			}
			counts[min(c.Count, 2)]++
			if size <= 9 {
				if want := Count(c.Problem, 1000); c.Count != want {
					t.Errorf("%s claims %d solutions, want %d: %v", c.Name, c.Count, want, c.Problem)
				}
			}
			if c.Quick && c.Count != 0 {
				t.Errorf("%s is contradictory and claims %d solutions, want 0: %v", c.Name, c.Count, c.Problem)
			}
		}
		for _, n := range []uint64{0, 1, 2} {
			if counts[n] == 0 {
				t.Errorf("size %d has no case with %d solutions", size, n)
			}
		}
	}
}

// Each of the full grids in clashing breaks the rule of one kind of unit only.
func TestFullGridsClashInOneKindOfUnit(t *testing.T) {
	seen := 0
	for _, size := range []int{4, 9, 16, 25} {
		box := solvers.Box(size)
		for _, c := range clashing(size) {
			for kind, unit := range map[string]func(i int) int{
				"rows":    func(i int) int { return i / size },
				"columns": func(i int) int { return i % size },
				"boxes":   func(i int) int { return i/size/box*box + i%size/box },
			} {
				if of, found := strings.CutPrefix(c.Name, "full, only "); found {
					digits := map[[2]int]bool{} // the unit and the digit
					for i, d := range c.Problem {
						digits[[2]int{unit(i), int(d)}] = true
					}
					if got, want := len(digits) < size*size, strings.HasPrefix(of, kind); got != want {
						t.Errorf("%s: %s clash: %v, want %v", c.Name, kind, got, want)
					}
					seen++
				}
			}
		}
	}
	if want := 4 * 3 * 3; seen != want {
		t.Errorf("%d kinds of units of full grids seen, want %d", seen, want)
	}
}
