package corpus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

const (
	nine     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	nineFull = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func mustGrid(t testing.TB, s string) solvers.Grid {
	t.Helper()
	g, err := solvers.ParseGrid(s)
	require.NoError(t, err, "%s", s)
	return g
}

func mustProblem(t testing.TB, name string) *Problem {
	t.Helper()
	p, err := LookupProblem(name)
	require.NoError(t, err)
	return p
}

func exactly(n int) cases.Certificate { return cases.Certificate{N: n, Is: cases.Exactly} }

func atLeast(n int) cases.Certificate { return cases.Certificate{N: n, Is: cases.LowerBound} }
