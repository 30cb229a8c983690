package grids

import (
	"strings"
	"testing"

	"gridjudge/solvers"
)

// The reason says what the answer to a puzzle is that contradicts itself, even if nobody certified that it has no
// solution.
func TestTheAnswerToAContradictionIsNamed(t *testing.T) {
	for puzzle, named := range map[string]bool{"11..............": true, "1...............": false} {
		grid, err := solvers.ParseGrid(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		checker := Sudoku4.NewChecker(strings.NewReader("No solution\n"), false)
		checker.Add(&List{Format: Sudoku4, Cases: []Case{{Puzzle: grid}}}, nil)
		found, err := checker.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(found.Reason, "the puzzle itself") != named {
			t.Errorf("%s: %q", puzzle, found.Reason)
		}
	}
}
