package bitboard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestEnginesAgree counts the solutions of puzzles with few and with many by
// every engine that takes their size, and by plain search.
func TestEnginesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	many := 0
	for size, from := range map[int]int{9: 26} {
		engines := map[string]solvers.Solver{"own": New(size), "portable": newSolver9()}
		for range 150 {
			puzzle := holed(size, from+rng.IntN(size), rng)
			for _, limit := range []int{1, 2, 65, 400} {
				want := solverstest.Count(puzzle, limit)
				if want > 64 {
					many++
				}
				for name, s := range engines {
					var r solvers.Result
					s.Solve(puzzle, solvers.Limits{Solutions: limit}, &r)
					assert.Equal(t, want, r.Solutions, "%s, up to %d: %v", name, limit, puzzle)
					require.NoError(t, solvers.Check(puzzle, r.First), "%s: %v", name, puzzle)
				}
			}
		}
	}
	assert.Greater(t, many, 20, "large counts")
}

// TestLearnerTakesOver solves 16x16 puzzles with the bit planes given up after
// a few search calls: the counts are those of the bit planes alone, and the
// first solution is the one found before.
func TestLearnerTakesOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	s := newSolver16()
	var whole, handed solvers.Result
	taken := 0
	for range 60 {
		puzzle := holed(16, 95+rng.IntN(25), rng)
		for _, limit := range []int{2, 70} {
			limits := solvers.Limits{Solutions: limit}
			s.patience = 1 << 60
			s.solve(puzzle, &limits, &whole)
			s.patience = uint64(1 + rng.IntN(30))
			if s.solve(puzzle, &limits, &handed); handed.Nodes != whole.Nodes {
				taken++
			}
			require.Equal(t, whole.Solutions, handed.Solutions, "up to %d: %v", limit, puzzle)
			require.NoError(t, solvers.Check(puzzle, handed.First), "%v", puzzle)

			limits.Nodes = s.patience + rng.Uint64N(20)
			s.solve(puzzle, &limits, &handed)
			require.Equal(t, handed.Solutions > 0, len(handed.First) > 0, "within %d search calls: %v", limits.Nodes, puzzle)
		}
	}
	assert.Greater(t, taken, 20, "puzzles that the learner took over")
}

// TestResultDependsOnThePuzzleAlone solves puzzles in one order, then in the
// other with the same solver.
func TestResultDependsOnThePuzzleAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	for size, givens := range map[int]int{9: 20, 16: 85} {
		s := New(size)
		puzzles := make([]solvers.Grid, 12)
		first := make([]solvers.Result, len(puzzles))
		limits := solvers.Limits{Solutions: 3, Nodes: 3000}
		for i := range puzzles {
			puzzles[i] = holed(size, givens, rng)
			s.Solve(puzzles[i], limits, &first[i])
		}
		for i := len(puzzles) - 1; i >= 0; i-- {
			var again solvers.Result
			s.Solve(puzzles[i], limits, &again)
			assert.Equal(t, first[i], again, "%v", puzzles[i])
		}
	}
}

// TestMatchingSeesTwoInOneRow gives two column triads of one box no place but
// there: the digit would have to stand twice in the box.
func TestMatchingSeesTwoInOneRow(t *testing.T) {
	m := ^uint64(3<<16 | 3<<32 | 3<<48)
	_, ok := match16(m, 1, triads16, 0xf)
	assert.False(t, ok)
	_, ok = match16(m|1<<32, 1, triads16, 0xf)
	assert.True(t, ok)
}

func BenchmarkSolve(b *testing.B) {
	for size, givens := range map[int]int{9: 24, 16: 100} {
		b.Run(map[int]string{9: "size=9", 16: "size=16"}[size], func(b *testing.B) {
			rng := rand.New(rand.NewPCG(6, 1))
			puzzles := make([]solvers.Grid, 64)
			for i := range puzzles {
				puzzles[i] = holed(size, givens, rng)
			}
			s := New(size)
			var r solvers.Result
			nodes := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range puzzles {
					s.Solve(p, solvers.Limits{Solutions: 2}, &r)
					nodes += r.Nodes
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N*len(puzzles)), "nodes/puzzle")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(puzzles)), "ns/puzzle")
		})
	}
}
