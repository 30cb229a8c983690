package grids_test

import (
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// A drawing says whether the stored answer is the only right one.
func TestADrawingHasTheExpectedAnswer(t *testing.T) {
	stored, other := solvers.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}, solvers.Grid{1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3}
	only, several := cases.One, cases.Certificate{N: 2, Is: cases.LowerBound}
	for _, c := range []struct {
		format *grids.Format
		known  cases.Certificate
		any    bool
	}{
		{grids.POJ3074, only, false},
		{grids.POJ3074, several, true},
		{grids.POJ3074, cases.Certificate{}, true}, // a file of answers does not say whether there are others
		{grids.UVa989, several, false},             // the least solution is wanted
	} {
		list := &grids.List{Format: c.format, Cases: []grids.Case{{Puzzle: solvers.NewGrid(4), Answer: stored, Solutions: c.known}}}
		var b strings.Builder
		err := list.Draw(&b, 0, other)
		_, expected, found := strings.Cut(b.String(), "expected answer")
		if err != nil || !found || strings.Contains(expected, "any solution") != c.any || !strings.Contains(expected, "1 2") {
			t.Errorf("%s, %s: %q, %v", c.format.Name, c.known, expected, err)
		}
	}
}
