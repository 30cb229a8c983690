package generate_test

import (
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/dlx"
)

// Medians of the nodes of dlx. TestMedians counts them again.
const (
	// medianOfRandom is the median for random minimal 9x9 puzzles: one node per cell, and one more in
	// which dlx finds that all cells are filled.
	medianOfRandom = 82

	// medianOfEasy is the median for poj3076/easy: one node per cell, and one more.
	medianOfEasy = 257
)

// setNamed loads one embedded set.
func setNamed(t *testing.T, name string) []grids.Case {
	t.Helper()
	sets, err := corpus.SelectSets([]string{name})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(sets) != 1 {
		t.Fatalf("%s: %d sets, want 1", name, len(sets))
	}
	cases, err := grids.CasesOf(sets[0].Load())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return cases
}

// TestMedians checks the medians that adversaries are compared with.
func TestMedians(t *testing.T) {
	median := func(size int, puzzles []solvers.Grid) float64 {
		t.Helper()
		if len(puzzles) == 0 {
			t.Fatal("no puzzles")
		}
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
	if got := median(9, random); got != medianOfRandom {
		t.Errorf("median of random minimal 9x9 puzzles: %v, want %v", got, medianOfRandom)
	}
	for _, c := range setNamed(t, "poj3076/easy") {
		easy = append(easy, c.Puzzle)
	}
	if got := median(16, easy); got != medianOfEasy {
		t.Errorf("median of poj3076/easy: %v, want %v", got, medianOfEasy)
	}
}

// TestAdversaries checks how far climbing has raised the nodes of dlx. It gives dlx budgets that the
// puzzles must exceed.
func TestAdversaries(t *testing.T) {
	beyond := func(s solvers.Solver, c grids.Case, nodes uint64) bool {
		var r solvers.Result
		s.Solve(c.Puzzle, solvers.Limits{Nodes: nodes}, &r)
		return r.Stopped == solvers.NodeBudget
	}
	s := dlx.Spec.New(9)
	hundredfold := false
	for i, c := range setNamed(t, "poj3074/adversarial-dlx") {
		if !beyond(s, c, 10*medianOfRandom) {
			t.Errorf("adversarial-dlx#%d costs less than 10 times the median: %v", i+1, c.Puzzle)
		}
		hundredfold = hundredfold || beyond(s, c, 100*medianOfRandom)
	}
	if !hundredfold {
		t.Error("no puzzle costs dlx 100 times the median of random minimal ones")
	}

	s = dlx.Spec.New(16)
	for i, c := range setNamed(t, "poj3076/adversarial") {
		if (*full || i%(5*oneIn) == 0) && !beyond(s, c, 1000*medianOfEasy) {
			t.Errorf("poj3076/adversarial#%d costs less than 1,000 times the easy tier: %v", i+1, c.Puzzle)
		}
	}
	if easy := setNamed(t, "poj3076/easy")[0]; beyond(s, easy, 1000*medianOfEasy) {
		t.Errorf("an easy puzzle is not an adversary: %v", easy.Puzzle)
	}
}
