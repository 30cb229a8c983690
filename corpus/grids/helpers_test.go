package grids

import (
	"bytes"
	"testing"

	"gridjudge/solvers"

	"gridjudge/corpus/cases"
)

const solved4 = "1234341221434321"

// fours are small cases: one solution, one, none, two, full, none.
func fours(t testing.TB) []Case {
	var list []Case
	for _, c := range []struct {
		puzzle, answer string
		solutions      int
	}{
		{"1234341221434...", solved4, 1},
		{".23434122143.321", solved4, 1},
		{"123....4........", "123....4........", 0},
		{"..343412..434321", solved4, 2},
		{solved4, solved4, 1},
		{"11..............", "11..............", 0},
	} {
		of := Case{Puzzle: mustGrid(t, c.puzzle)}
		of.SetAnswer(mustGrid(t, c.answer))
		of.Solutions = cases.Certificate{N: uint64(c.solutions), Is: cases.Exactly}
		list = append(list, of)
	}
	return list
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

func TestFoursAreWhatTheySay(t *testing.T) {
	for _, c := range fours(t) {
		n, decided := solvers.Count(c.Puzzle, 10, proofBudget)
		if !decided {
			t.Fatalf("%s is not decided", c.Puzzle)
		}
		if uint64(n) != c.Solutions.N {
			t.Fatalf("%s has %d solutions, want %d", c.Puzzle, n, c.Solutions.N)
		}
	}
}

// compare has the special judge check an output.
func compare(t testing.TB, p *Format, list []Case, output []byte, strict bool) cases.Finding {
	checker := p.NewChecker(bytes.NewReader(output), strict)
	checker.Add(&List{p, list}, nil)
	found, err := checker.Finish()
	must(t, err)
	return found
}
