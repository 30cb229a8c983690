package cdcl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestSinglesInEveryUnit places a single that one unit alone shows.
func TestSinglesInEveryUnit(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		kind, unit   int
		cell         int
		digit        uint8
	}{
		{"naked", "12.." + "...." + "...." + "...3", 1, 3, 3, 4},
		{"row", "1..." + "...." + ".1.." + "...2", 0, 3, 14, 1},
		{"column", "1..." + "..1." + "...." + "...2", 1, 3, 11, 1},
		{"box", "1..." + "...." + "...1" + "....", 2, 1, 6, 1},
	} {
		puzzle, err := solvers.ParseGrid(c.puzzle)
		require.NoError(t, err)
		p := newSingles(4)
		require.True(t, p.load(puzzle))
		empty := p.empty
		require.True(t, p.placeIn(c.kind, c.unit), c.name)
		assert.Less(t, p.empty, empty, c.name)
		assert.Equal(t, c.digit, p.grid[c.cell], c.name)
	}
}

func TestSinglesSeeContradictions(t *testing.T) {
	for name, puzzle := range map[string]string{
		"a cell without a digit":       "123." + "...4" + "...." + "....",
		"a digit without a cell":       "12.." + "..3." + "...." + "....",
		"two hidden singles in a cell": "1..." + "2..." + "..12" + "....",
	} {
		g, err := solvers.ParseGrid(puzzle)
		require.NoError(t, err)
		p := newSingles(4)
		require.True(t, p.load(g), name)
		assert.Equal(t, solverstest.Count(g, 1) > 0, p.propagate(), name)
	}
	g, err := solvers.ParseGrid("1..1" + "...." + "...." + "....")
	require.NoError(t, err)
	p := newSingles(4)
	assert.False(t, p.load(g), "givens that clash")
}
