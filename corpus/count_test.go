package corpus

import (
	"slices"
	"testing"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// The judge's own counter agrees with the certificates, and also sees that a puzzle has no solution.
func TestCountAgreesWithTheCertificates(t *testing.T) {
	sets, err := SelectSets([]string{"poj3074/named", "poj3074/generated", "poj3076/generated"})
	must(t, err)
	checked := 0
	for _, s := range sets {
		list, err := grids.CasesOf(s.Load())
		must(t, err)
		for i, c := range list[:min(len(list), 12)] {
			got, decided := solvers.Count(c.Puzzle, 2, 40_000)
			if !decided {
				continue
			}
			if want := min(c.Solutions.N, 2); uint64(got) != want {
				t.Errorf("%s#%d %s: %d solutions, want %d", s.FullName(), i+1, c.Puzzle, got, want)
			}
			checked++
			if c.Solutions != exactly(1) {
				continue
			}
			// With any other digit in an empty cell there is no solution.
			wrong := slices.Clone(c.Puzzle)
			cell := slices.Index(wrong, 0)
			wrong[cell] = c.Answer[cell]%uint8(wrong.Size()) + 1
			got, decided = solvers.Count(wrong, 1, 40_000)
			if decided && got != 0 {
				t.Errorf("%s#%d %s: %d solutions, want none", s.FullName(), i+1, wrong, got)
			}
		}
	}
	if checked <= 24 {
		t.Errorf("%d cases checked: the counter gave up too often for the test to mean anything", checked)
	}
}
