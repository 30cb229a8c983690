package corpus

import (
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

const (
	nine     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	nineFull = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

func mustGrid(t testing.TB, s string) solvers.Grid {
	t.Helper()
	g, err := solvers.ParseGrid(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return g
}

func mustProblem(t testing.TB, name string) *Problem {
	t.Helper()
	p, err := LookupProblem(name)
	must(t, err)
	return p
}

func exactly(n uint64) cases.Certificate { return cases.Certificate{N: n, Is: cases.Exactly} }

func atLeast(n uint64) cases.Certificate { return cases.Certificate{N: n, Is: cases.LowerBound} }
