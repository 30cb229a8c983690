package dlxstruct_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/dlxstruct"
)

var update = flag.Bool("update", false, "write the table of nodes into README.md")

const (
	nodesFrom = "<!-- nodes: made by `go test ./solvers/dlxstruct -run TestNodesOfTheWrongOrder -update` -->\n"
	nodesTo   = "<!-- end of nodes -->\n"
)

// nodes returns how many nodes a contestant visits in total to find the first solution of each case.
func nodes(t *testing.T, spec solvers.Spec, cases []grids.Case) (sum uint64) {
	t.Helper()
	s := spec.New(9)
	for _, c := range cases {
		var r solvers.Result
		s.Solve(c.Puzzle, solvers.Limits{Solutions: 1}, &r)
		sum += r.Nodes
	}
	return sum
}

// TestNodesOfTheWrongOrder compares the table of the README with what the two solvers do on the sets.
func TestNodesOfTheWrongOrder(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), nodesFrom)
	table, after, ends := strings.Cut(rest, nodesTo)
	if !begins || !ends {
		t.Fatalf("README.md does not have the lines %s and %s", nodesFrom, nodesTo)
	}
	want := "| set | cases | dlx-struct-buggy | dlx-struct-repaired | ratio |\n|---|---:|---:|---:|---:|\n"
	for _, name := range []string{"easy", "medium", "hard", "extreme", "named", "sample"} {
		sets, err := corpus.SelectSets([]string{"poj3074/" + name})
		if err != nil || len(sets) != 1 {
			t.Fatalf("%s: %d sets, %v", name, len(sets), err)
		}
		cases, err := grids.CasesOf(sets[0].Load())
		if err != nil {
			t.Fatal(err)
		}
		buggy, repaired := nodes(t, dlxstruct.SpecBuggy, cases), nodes(t, dlxstruct.SpecRepaired, cases)
		ratio := float64(buggy) / float64(repaired)
		digits := 2
		if ratio >= 10 {
			digits = 1
		}
		want += fmt.Sprintf("| poj3074/%s | %d | %d | %d | %.*f |\n", name, len(cases), buggy, repaired, digits, ratio)
	}
	switch {
	case *update:
		if err := os.WriteFile("README.md", []byte(before+nodesFrom+want+nodesTo+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case table != want:
		t.Errorf("README.md has\n%s\nwant (-update writes it)\n%s", table, want)
	}
}
