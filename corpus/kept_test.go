package corpus

import (
	"slices"
	"testing"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// TestSetsKeepThePromisesOfStatements checks that the puzzles are as the statements say, because a program may rely on
// it.
func TestSetsKeepThePromisesOfStatements(t *testing.T) {
	for problem, kept := range map[string]func(solvers.Grid) bool{
		"hdu2780": func(g solvers.Grid) bool { return len(g)-g.Givens() == 5 },
		"poj2918": func(g solvers.Grid) bool { return fillSingleCells(g) && g.Conflict() == nil },
	} {
		sets, err := SelectSets([]string{problem})
		must(t, err)
		for _, s := range sets {
			list, err := grids.CasesOf(s.Load())
			must(t, err)
			for i, c := range list {
				if !kept(slices.Clone(c.Puzzle)) {
					t.Errorf("%s#%d: %v", s.FullName(), i+1, c.Puzzle)
				}
			}
		}
	}
	hard := mustGrid(t, nine)
	if fillSingleCells(hard) {
		t.Error("the rule of POJ 2918 solves a puzzle that needs other rules")
	}
}

// fillSingleCells fills each open cell that is the only one of its row, column or box, as long as there is one. It
// reports whether this fills all cells.
func fillSingleCells(g solvers.Grid) bool {
	for again := true; again; {
		var open, sum [27]int // of each unit
		units := func(i int) [3]int { return [3]int{i / 9, 9 + i%9, 18 + i/27*3 + i%9/3} }
		for i, d := range g {
			for _, unit := range units(i) {
				sum[unit] += int(d)
				if d == 0 {
					open[unit]++
				}
			}
		}
		again = false
		for i := range g {
			for _, unit := range units(i) {
				if g[i] == 0 && open[unit] == 1 {
					g[i], again = uint8(45-sum[unit]), true
				}
			}
		}
	}
	return !slices.Contains(g, 0)
}
