package bench

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

func TestSampleOfAnHonestSolver(t *testing.T) {
	clock := &fakeClock{}
	m := prepared(t, fakeSet(t, "sudoku4/fake", 20), clock, func() solvers.Solver { return &honest{clock: clock} })
	first, ns := sampled(t, m, 0)
	require.Positive(t, first.Nodes)
	assert.GreaterOrEqual(t, first.Wall, 20*time.Millisecond, "the least length of a sample")
	assert.Less(t, first.Wall, 21*time.Millisecond, "no more passes than that needs")
	assert.InDelta(t, float64(first.Nodes)*1000, first.PerPass(first.Wall), 1e-6, "a pass takes a microsecond a node")
	require.Len(t, ns, 20)
	for i, nodes := range m.want.Nodes {
		assert.EqualValues(t, time.Duration(nodes)*time.Microsecond, ns[i], "case %d has its own time whatever the order", i+1)
	}
	for round := 1; round < 5; round++ {
		s, _ := sampled(t, m, round)
		assert.Equal(t, [2]uint64{first.Nodes, first.Updates}, [2]uint64{s.Nodes, s.Updates}, "round %d", round)
	}
}

// spoiled passes every call on to an honest solver and then spoils the result.
type spoiled struct {
	honest
	calls int
	spoil func(s *spoiled, puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result)
}

func (s *spoiled) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	s.calls++
	s.spoil(s, puzzle, limits, r)
}

func TestCheatsAreCaught(t *testing.T) {
	const cases = 20
	type cache map[string]solvers.Result
	keep := func(r *solvers.Result) solvers.Result {
		kept := *r
		kept.First = append(solvers.Grid(nil), r.First...)
		return kept
	}
	give := func(kept solvers.Result, r *solvers.Result) {
		first := append(r.First[:0], kept.First...)
		*r = kept
		r.First = first
	}
	cheats := map[string]struct {
		spoil func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result)
		want  string
	}{
		"replays answers in the order of the first pass": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			var kept []solvers.Result
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls <= cases {
					s.honest.Solve(p, l, r)
					kept = append(kept, keep(r))
					return
				}
				give(kept[(s.calls-1)%cases], r)
			}
		}, "pass 1"},
		"looks puzzles up": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			seen := cache{}
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if kept, ok := seen[string(p)]; ok {
					give(kept, r)
					return
				}
				s.honest.Solve(p, l, r)
				seen[string(p)] = keep(r)
			}
		}, "kept between passes"},
		"looks puzzles up and minds the budget": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			seen := cache{}
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				kept, ok := seen[string(p)]
				switch {
				case ok && (l.Nodes == 0 || kept.Nodes <= l.Nodes):
					s.clock.now += time.Microsecond / 10
					give(kept, r)
				default:
					s.honest.Solve(p, l, r)
					if r.Stopped == solvers.Finished {
						seen[string(p)] = keep(r)
					}
				}
			}
		}, "a node or update of a fresh puzzle costs"},
		"skips every seventh case once warm": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls > cases && s.calls%7 == 0 {
					r.Reset()
					return
				}
				s.honest.Solve(p, l, r)
			}
		}, "another answer, or number of solutions, than when judged"},
		"leaves the grid of the pass before": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			var last solvers.Result
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls > cases {
					// Take whatever lies in the memory of the result for the answer.
					*r = solvers.Result{Counts: solvers.Counts{Solutions: 1, Nodes: last.Nodes, Updates: last.Updates}, First: r.First[:len(p)]}
					return
				}
				s.honest.Solve(p, l, r)
				last = *r
			}
		}, "another answer, or number of solutions, than when judged"},
		"never sets the answer": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				s.honest.Solve(p, l, r)
				r.First = r.First[:0]
			}
		}, "WA: case 1"},
		"panics": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls == 3 {
					panic("no")
				}
				s.honest.Solve(p, l, r)
			}
		}, "RE: case 3: panic: no"},
		"panics once warm": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls == cases+3 {
					panic("warm")
				}
				s.honest.Solve(p, l, r)
			}
		}, "RE: panic: warm"},
		"panics on what it has not seen": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			seen := map[string]bool{}
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls > cases && !seen[string(p)] {
					panic("unknown")
				}
				seen[string(p)] = true
				s.honest.Solve(p, l, r)
			}
		}, "RE: panic: unknown"},
		"panics while it is timed": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if s.calls == 30*cases {
					panic("timed")
				}
				s.honest.Solve(p, l, r)
			}
		}, "RE: panic: timed"},
		"counts differently from pass to pass": {func() func(*spoiled, solvers.Grid, solvers.Limits, *solvers.Result) {
			return func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				s.honest.Solve(p, l, r)
				r.Updates += uint64(s.calls / cases / 10)
			}
		}, "updates, when judged"},
	}
	for name, cheat := range cheats {
		t.Run(name, func(t *testing.T) {
			clock := &fakeClock{}
			m, r := judged(t, fakeSet(t, "sudoku4/fake", cases), clock, func() solvers.Solver {
				return &spoiled{honest: honest{clock: clock}, spoil: cheat.spoil()}
			})
			if m == nil {
				assert.Contains(t, fmt.Sprintf("%s: case %d: %s", r.Verdict, r.Failed, r.Reason()), cheat.want)
				return
			}
			err := m.Prepare(t.Context(), true)
			for round := range 3 {
				if err == nil {
					_, _, err = m.TakePart(t.Context(), whole(round))
				}
			}
			require.Error(t, err, "three rounds and not caught")
			assert.Contains(t, err.Error(), cheat.want)
			assert.ErrorAs(t, err, new(*results.Failure))
		})
	}
}

// A solver that ignores Limits.Solutions is right, and twice as fast, on puzzles that have one solution.
func TestASolverThatStopsAtTheFirstSolutionIsCaught(t *testing.T) {
	for _, stops := range []bool{true, false} {
		clock := &fakeClock{}
		m, _ := judged(t, fakeSet(t, "sudoku4/fake", 5), clock, func() solvers.Solver {
			return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				if stops {
					l.Solutions = 1
				}
				s.honest.Solve(p, l, r)
			}}
		})
		require.NotNil(t, m)
		m.settings.Solutions = 2
		if err := m.Prepare(t.Context(), true); stops {
			assert.ErrorContains(t, err, "is Limits.Solutions obeyed?")
		} else if err != nil {
			assert.NotContains(t, err.Error(), "Limits.Solutions")
		}
	}
}

// Idle lanes of sliced help with long searches only if there is no node budget.
func TestASolverThatIsFasterWithoutABudgetIsNoCheat(t *testing.T) {
	clock := &fakeClock{}
	m, _ := judged(t, fakeSet(t, "sudoku4/fake", 20), clock, func() solvers.Solver {
		return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
			before := s.clock.now
			s.honest.Solve(p, l, r)
			if l.Nodes > 0 {
				s.clock.now += 9 * (s.clock.now - before)
			}
		}}
	})
	require.NotNil(t, m)
	assert.NoError(t, m.Prepare(t.Context(), true))
}

// batches takes any number of puzzles per call.
type batches struct{ honest }

func (b *batches) SolveBatch(puzzles []solvers.Grid, l solvers.Limits, rs []solvers.Result) {
	for i, puzzle := range puzzles {
		b.Solve(puzzle, l, &rs[i])
	}
}

func TestCasesOfABatchHaveNoTimes(t *testing.T) {
	clock := &fakeClock{}
	for _, c := range []struct {
		solver solvers.Solver
		times  int
	}{{&honest{clock: clock}, 20}, {&batches{honest{clock: clock}}, 0}} {
		m, _ := judged(t, fakeSet(t, "sudoku4/fake", 20), clock, func() solvers.Solver { return c.solver })
		require.NoError(t, m.Prepare(t.Context(), false))
		s, ns, err := m.TakePart(t.Context(), whole(0))
		require.NoError(t, err)
		assert.Positive(t, s.Wall)
		assert.Len(t, ns, c.times)
		assert.Equal(t, c.times > 0, s.P50 > 0)
	}
}

// empty solves nothing and costs nothing, so that only the cost of measuring is left.
type empty struct{}

func (empty) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { r.Reset() }

func emptySampler(t testing.TB) *solverSampler {
	set := fakeSet(t, "sudoku4/empty", 1000)
	all, err := set.All(t.Context())
	require.NoError(t, err)
	// No judge accepts this solver, so its own first pass is what it has to repeat.
	runner := set.NewRunner(fakeSpec("empty", func() solvers.Solver { return empty{} }))()
	runner.Load(all)
	runner.Use(0)
	runner.Place([]int{0})
	runner.Solve(0, 1, &solvers.Limits{})
	want := AcceptedPass{Answers: digest(slices.Repeat([]uint64{runner.Digest(0)}, 1000))}
	m := newSolverSampler(runner, all, want, Settings{Passes: 1000, Seed: 1, Clock: SystemClock{}})
	require.NoError(t, m.Prepare(t.Context(), false))
	return m
}

func TestNothingIsAllocatedInsideTheClock(t *testing.T) {
	m := emptySampler(t)
	r := Schedule(1).Rand(0, orderPurpose)
	assert.Zero(t, testing.AllocsPerRun(5, func() { _, _ = m.timePasses(r, 0, 20) }))
}

// BenchmarkOverhead measures the cost of measuring: an empty solver timed by a Sampler, and the same calls alone.
// Both are per case.
func BenchmarkOverhead(b *testing.B) {
	m := emptySampler(b)
	r := Schedule(1).Rand(0, orderPurpose)
	b.Run("sampler", func(b *testing.B) {
		var spent time.Duration
		for b.Loop() {
			took, err := m.timePasses(r, 0, 100)
			if err != nil {
				b.Fatal(err)
			}
			spent += took.Wall
		}
		b.ReportMetric(float64(spent)/float64(b.N)/100/1000, "ns/case")
	})
	b.Run("calls", func(b *testing.B) {
		var result solvers.Result
		puzzles := fakeCases(b, 1000).Cases
		for b.Loop() {
			for range 100 {
				for i := range puzzles {
					empty{}.Solve(puzzles[i].Puzzle, solvers.Limits{}, &result)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed())/float64(b.N)/100/1000, "ns/case")
	})
}
