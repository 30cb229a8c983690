package cdcl

import (
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestSinglesInEveryUnit places singles that can be seen in one unit only.
func TestSinglesInEveryUnit(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		kind, unit   int
		cell         int
		digit        uint8
	}{
		{"naked", "12.." + "...." + "...." + "...3", 1, 3, 3, 4},
		{"row", "1..." + "...." + ".1.." + "...2", 0, 3, 14, 1},
		{"column", "1..." + "..1." + "...." + "...2", 1, 3, 11, 1},
		{"box", "1..." + "...." + "...1" + "....", 2, 1, 6, 1},
	} {
		puzzle, err := solvers.ParseGrid(c.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		p := newSingles(4)
		if !p.load(puzzle) {
			t.Fatalf("%s: givens clash: %v", c.name, puzzle)
		}
		empty := p.empty
		if !p.placeIn(c.kind, c.unit) {
			t.Fatalf("%s: contradiction in %v", c.name, puzzle)
		}
		if p.empty >= empty {
			t.Errorf("%s: %d empty cells, want fewer than %d", c.name, p.empty, empty)
		}
		if got := p.grid[c.cell]; got != c.digit {
			t.Errorf("%s: cell %d holds %d, want %d", c.name, c.cell, got, c.digit)
		}
	}
}

func TestSinglesSeeContradictions(t *testing.T) {
	for name, puzzle := range map[string]string{
		"a cell without a digit":       "123." + "...4" + "...." + "....",
		"a digit without a cell":       "12.." + "..3." + "...." + "....",
		"two hidden singles in a cell": "1..." + "2..." + "..12" + "....",
	} {
		g, err := solvers.ParseGrid(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		p := newSingles(4)
		if !p.load(g) {
			t.Fatalf("%s: givens clash: %v", name, g)
		}
		if got, want := p.propagate(), solverstest.Count(g, 1) > 0; got != want {
			t.Errorf("%s: solvable: %v, want %v", name, got, want)
		}
	}
	g, err := solvers.ParseGrid("1..1" + "...." + "...." + "....")
	if err != nil {
		t.Fatal(err)
	}
	if p := newSingles(4); p.load(g) {
		t.Errorf("givens that clash are taken: %v", g)
	}
}
