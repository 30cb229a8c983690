package generate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/dlx"
)

// Medians of the nodes of dlx. TestMedians counts them again.
const (
	// medianOfRandom is that of random minimal 9x9 puzzles: one node per cell, and
	// one that finds all cells filled.
	medianOfRandom = 82

	// medianOfEasy is that of poj3076/easy: one node per cell, and the last one.
	medianOfEasy = 257
)

// setNamed loads one embedded set.
func setNamed(t *testing.T, name string) []grids.Case {
	sets, err := corpus.SelectSets([]string{name})
	require.NoError(t, err)
	require.Len(t, sets, 1, name)
	cases, err := grids.CasesOf(sets[0].Load())
	require.NoError(t, err)
	return cases
}

// TestMedians checks the medians that adversaries are compared with.
func TestMedians(t *testing.T) {
	median := func(size int, puzzles []solvers.Grid) float64 {
		require.NotEmpty(t, puzzles)
		s := dlx.Spec.New(size)
		var nodes []uint64
		for _, puzzle := range puzzles {
			var r solvers.Result
			s.Solve(puzzle, solvers.Limits{}, &r)
			nodes = append(nodes, r.Nodes)
		}
		low, high := middle(nodes)
		return float64(low+high) / 2
	}
	var random, easy []solvers.Grid
	for _, p := range made(t, generate.Request{Size: 9, Count: 1000 / oneIn, Seed: 1, Minimal: true}) {
		random = append(random, grid(p).Puzzle)
	}
	assert.EqualValues(t, medianOfRandom, median(9, random), "random minimal 9x9 puzzles")
	for _, c := range setNamed(t, "poj3076/easy") {
		easy = append(easy, c.Puzzle)
	}
	assert.EqualValues(t, medianOfEasy, median(16, easy), "poj3076/easy")
}

// TestAdversaries checks how far climbing has raised the nodes of dlx, by budgets
// that the puzzles exceed.
func TestAdversaries(t *testing.T) {
	beyond := func(s solvers.Solver, c grids.Case, nodes uint64) bool {
		var r solvers.Result
		s.Solve(c.Puzzle, solvers.Limits{Nodes: nodes}, &r)
		return r.Stopped == solvers.NodeBudget
	}
	s := dlx.Spec.New(9)
	hundredfold := false
	for i, c := range setNamed(t, "poj3074/adversarial-dlx") {
		assert.True(t, beyond(s, c, 10*medianOfRandom), "adversarial-dlx#%d costs less than 10 times the median: %v", i+1, c.Puzzle)
		hundredfold = hundredfold || beyond(s, c, 100*medianOfRandom)
	}
	assert.True(t, hundredfold, "no puzzle costs dlx 100 times the median of random minimal ones")

	s = dlx.Spec.New(16)
	for i, c := range setNamed(t, "poj3076/adversarial") {
		if *full || i%(5*oneIn) == 0 {
			assert.True(t, beyond(s, c, 1000*medianOfEasy), "poj3076/adversarial#%d costs less than 1,000 times the easy tier: %v", i+1, c.Puzzle)
		}
	}
	assert.False(t, beyond(s, setNamed(t, "poj3076/easy")[0], 1000*medianOfEasy), "an easy puzzle is not an adversary")
}
