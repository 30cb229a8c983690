package cover

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// first chooses the first option of every item that it meets.
type first struct{ seen solvers.Matrix }

func (f *first) Solve(m *solvers.Matrix, _ solvers.Limits, c *solvers.Cover) {
	f.seen = *m
	c.Reset()
	c.Nodes, c.Updates, c.Stopped = 2, 3, solvers.Cancelled
	if m.Options() == 16 {
		var all []int32
		for o := range m.All() {
			all = append(all, int32(o))
		}
		c.Found(all)
	}
}

// A full grid keeps one option a cell; its only cover is the grid.
func TestOnGrids(t *testing.T) {
	full, err := solvers.ParseGrid("1234341221434321")
	require.NoError(t, err)
	var f first
	s := OnGrids(func() solvers.CoverSolver { return &f })(4)
	var r solvers.Result
	s.Solve(full, solvers.Limits{}, &r)
	counts := solvers.Counts{Solutions: 1, Nodes: 2, Updates: 3, Stopped: solvers.Cancelled}
	assert.Equal(t, solvers.Result{Counts: counts, First: full}, r)
	require.NoError(t, f.seen.Valid())

	open := append(solvers.Grid{}, full...)
	open[5] = 0
	s.Solve(open, solvers.Limits{}, &r)
	counts.Solutions = 0
	assert.Equal(t, solvers.Result{Counts: counts, First: solvers.Grid{}}, r)
	require.Equal(t, 15+4, f.seen.Options())
	// Cell 15 holds 1. Cell 5 is tried with 4 first.
	assert.Equal(t, []int32{15, 16 + 3*4, 32 + 3*4, 48 + 3*4}, f.seen.Option(0))
	assert.Equal(t, []int32{5, 16 + 4 + 3, 32 + 4 + 3, 48 + 3}, f.seen.Option(10))
	assert.Equal(t, []int32{5, 16 + 4, 32 + 4, 48}, f.seen.Option(13))
}
