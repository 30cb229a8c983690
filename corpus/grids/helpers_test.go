package grids

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

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
		of.Solutions = cases.Certificate{N: c.solutions, Is: cases.Exactly}
		list = append(list, of)
	}
	return list
}

func TestFoursAreWhatTheySay(t *testing.T) {
	for _, c := range fours(t) {
		n, decided := solvers.Count(c.Puzzle, 10, proofBudget)
		require.True(t, decided, "%s", c.Puzzle)
		require.Equal(t, c.Solutions.N, n, "%s", c.Puzzle)
	}
}

// compare has the special judge check an output.
func compare(t testing.TB, p *Format, list []Case, output []byte, strict bool) cases.Finding {
	checker := p.NewChecker(bytes.NewReader(output), strict)
	checker.Add(&List{p, list}, nil)
	found, err := checker.Finish()
	require.NoError(t, err)
	return found
}
