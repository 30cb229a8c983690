package generate_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

var update = flag.Bool("update", false, "write the table of figures into corpus/README.md")

const (
	readme      = "../README.md"
	figuresFrom = "<!-- figures: made by `make corpus-figures` -->\n"
	figuresTo   = "<!-- end of figures -->\n"

	// figuresBudget is how many nodes are counted per case at most.
	figuresBudget = 100_000
)

// figures returns the row of a set: the givens of its puzzles, and their nodes.
func figures(t *testing.T, set *corpus.Set) string {
	t.Helper()
	cases, err := grids.CasesOf(set.Load())
	if err != nil {
		t.Fatalf("%s: %v", set.FullName(), err)
	}
	var givens []uint64
	for _, c := range cases {
		givens = append(givens, uint64(c.Puzzle.Givens()))
	}
	slices.Sort(givens)
	row := fmt.Sprintf("| %s | %d | %d to %d |", set.FullName(), len(cases), givens[0], givens[len(givens)-1])
	for _, name := range []string{"dlx", "bitmask"} {
		s, err := lookup(set.Problem.Family.(*grids.Format).Size)(name)
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		var nodes []uint64
		for _, c := range cases {
			var r solvers.Result
			s.Solve(c.Puzzle, solvers.Limits{Nodes: figuresBudget}, &r)
			nodes = append(nodes, r.Nodes)
		}
		most := slices.Max(nodes)
		row += fmt.Sprintf(" %s | %s |", figure(middle(nodes)), figure(most, most))
	}
	return row + "\n"
}

// middle returns the two values in the middle of a sorted list. Their mean is the median.
func middle(nodes []uint64) (low, high uint64) {
	sorted := slices.Sorted(slices.Values(nodes))
	return sorted[(len(sorted)-1)/2], sorted[len(sorted)/2]
}

// figure writes the mean of two numbers of nodes as a whole number. If one of the two exceeds the
// budget, it writes a lower bound.
func figure(low, high uint64) string {
	mean, bound := math.RoundToEven(float64(low+high)/2), ""
	if max(low, high) >= figuresBudget {
		mean, bound = math.Floor(float64(low+high)/2), "over "
	}
	text := fmt.Sprintf("%.0f", mean)
	if n := len(text) - 3; n > 0 {
		text = text[:n] + "," + text[n:] // the budget has six digits
	}
	return bound + text
}

// TestFigure checks that a median is the mean of the two middle values, and that a spent budget is
// never mistaken for a number of nodes.
func TestFigure(t *testing.T) {
	for _, c := range []struct {
		nodes []uint64
		want  string
	}{
		{[]uint64{2000, 1000, 1000, 9000}, "1,500"},
		{[]uint64{82, 7, 90}, "82"},
		{[]uint64{figuresBudget, 50_000}, "over 75,000"},
	} {
		if got := figure(middle(c.nodes)); got != c.want {
			t.Errorf("the median of %d is %q, want %q", c.nodes, got, c.want)
		}
	}
	if got, want := figure(figuresBudget, figuresBudget), "over 100,000"; got != want {
		t.Errorf("the whole budget is %q, want %q", got, want)
	}
}

// TestFigures compares the table of the README with the sets. With -full it compares all sets.
// Otherwise it compares only the sets up to 9x9, which takes seconds, and under the race detector only
// one of them.
func TestFigures(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), figuresFrom)
	if !ok {
		t.Fatalf("%s has no line %s", readme, figuresFrom)
	}
	table, after, ok := strings.Cut(rest, figuresTo)
	if !ok {
		t.Fatalf("%s has no line %s", readme, figuresTo)
	}
	sets, err := corpus.Sets()
	if err != nil {
		t.Fatal(err)
	}
	rows := "| set | cases | givens | dlx nodes: median | most | bitmask nodes: median | most |\n|---|---|---|---|---|---|---|\n"
	found := 0
	for _, set := range sets {
		format, ok := set.Problem.Family.(*grids.Format)
		if set.Command == "" || !ok {
			continue
		}
		found++
		if *update || *full || format.Size <= 9 && found%oneIn == 0 {
			row := figures(t, set)
			rows += row
			if !*update && !strings.Contains(table, row) {
				t.Errorf("%s: run make corpus-figures: want the row %sin\n%s", readme, row, table)
			}
			continue
		}
		if row := "| " + set.FullName() + " |"; !strings.Contains(table, row) {
			t.Errorf("%s: run make corpus-figures: want a row %s in\n%s", readme, row, table)
		}
	}
	if found < 15 {
		t.Errorf("%d generated sets, want 15 or more", found)
	}
	if *update {
		if err := os.WriteFile(readme, []byte(before+figuresFrom+rows+figuresTo+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
