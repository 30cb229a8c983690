package grids

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func mustGrid(t testing.TB, s string) solvers.Grid {
	t.Helper()
	g, err := solvers.ParseGrid(s)
	require.NoError(t, err, "%s", s)
	return g
}

func mustProblem(t testing.TB, name string) *Format {
	t.Helper()
	p, err := LookupProblem(name)
	require.NoError(t, err)
	return p
}
