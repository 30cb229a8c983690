package cdcl_test

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
	"gridjudge/solvers/cdcl"
)

var update = flag.Bool("update", false, "write the table of search calls into README.md")

const (
	callsFrom = "<!-- search calls: made by `go test ./solvers/cdcl -run TestSearchCalls -update` -->\n"
	callsTo   = "<!-- end of search calls -->\n"
)

// callsOn are the sets in the table, in this order.
var callsOn = []string{
	"poj3074/easy", "poj3074/medium", "poj3074/hard", "poj3074/extreme",
	"poj3076/easy", "poj3076/medium", "poj3076/hard", "poj3076/extreme", "poj3076/adversarial",
	"sudoku25/medium", "sudoku25/hard",
}

// callsRow returns the row of a set: the mean and the largest number of search calls per puzzle, if
// each search looks for a second solution.
func callsRow(name string, counts []uint64) string {
	sum := uint64(0)
	for _, n := range counts {
		sum += n
	}
	mean, digits := float64(sum)/float64(len(counts)), 0
	if mean < 20 {
		digits = 1
	}
	return fmt.Sprintf("| %s | %.*f | %d |\n", name, digits, mean, slices.Max(counts))
}

// calls returns the number of search calls of cdcl for each puzzle of a set.
func calls(t *testing.T, set *corpus.Set) (counts []uint64) {
	t.Helper()
	cases, err := grids.CasesOf(set.Load())
	if err != nil {
		t.Fatalf("%s: %v", set.FullName(), err)
	}
	s := cdcl.New(set.Problem.Family.(*grids.Format).Size)
	for _, c := range cases {
		var r solvers.Result
		s.Solve(c.Puzzle, solvers.Limits{Solutions: 2, Nodes: math.MaxUint64}, &r)
		if r.Stopped == solvers.NodeBudget {
			t.Fatalf("%s: a search did not end", set.FullName())
		}
		counts = append(counts, r.Nodes)
	}
	return counts
}

// TestSearchCalls compares the table in the README with the search calls that the solver makes now.
func TestSearchCalls(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), callsFrom)
	table, after, ends := strings.Cut(rest, callsTo)
	if !begins || !ends {
		t.Fatalf("README.md does not have the lines %s and %s", callsFrom, callsTo)
	}
	want := "| set | mean | most |\n|---|---:|---:|\n"
	for _, name := range callsOn {
		sets, err := corpus.SelectSets([]string{name})
		if err != nil || len(sets) != 1 {
			t.Fatalf("%s: %d sets, %v", name, len(sets), err)
		}
		want += callsRow(name, calls(t, sets[0]))
	}
	switch {
	case *update:
		if err := os.WriteFile("README.md", []byte(before+callsFrom+want+callsTo+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case table != want:
		t.Errorf("README.md has\n%s\nwant (-update writes it)\n%s", table, want)
	}
}

// TestCallsRow: a small mean has a decimal, a large one does not.
func TestCallsRow(t *testing.T) {
	for want, counts := range map[string][]uint64{
		"| a | 1.5 | 2 |\n":     {1, 2},
		"| a | 150 | 200 |\n":   {100, 200},
		"| a | 20 | 21 |\n":     {20, 21, 20},
		"| a | 1000 | 1999 |\n": {1, 1999},
	} {
		if got := callsRow("a", counts); got != want {
			t.Errorf("%v: %q, want %q", counts, got, want)
		}
	}
}
