package grids

import (
	"strings"
	"testing"

	"gridjudge/solvers"
)

// A single case may be a case of a set that a program gets case by case. In the set it has another number, so the
// reason does not name a number.
func TestASingleCaseIsNotNumbered(t *testing.T) {
	puzzle, err := solvers.ParseGrid("1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	for n, numbered := range map[int]bool{1: false, 2: true} {
		checker := Sudoku4.NewChecker(strings.NewReader(strings.Repeat("2234341221434321\n", n)), false)
		list := &List{Format: Sudoku4}
		for range n {
			list.Cases = append(list.Cases, Case{Puzzle: puzzle})
		}
		checker.Add(list, nil)
		found, err := checker.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(found.Reason, "case 1: ") != numbered || found.Case != 1 {
			t.Errorf("%d cases: case %d: %q", n, found.Case, found.Reason)
		}
	}
}
