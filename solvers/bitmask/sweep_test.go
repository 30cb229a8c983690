package bitmask

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// loaded makes a solver whose first level holds the puzzle.
func loaded(t *testing.T, line string) (*Solver, *state) {
	g, err := solvers.ParseGrid(line)
	require.NoError(t, err)
	s := New(g.Size()).(*Solver)
	require.True(t, s.load(g), line)
	return s, &s.levels[0].state
}

// Each kind of sweep finds its own single, where the kinds before find none.
func TestSinglesOfEveryKind(t *testing.T) {
	for _, c := range []struct {
		name, puzzle string
		sweep        func(*Solver, *state) bool
		row, column  int
		digit        uint8
	}{
		{"cell", "12.." + "...." + "...." + "...3", (*Solver).nakedSingles, 0, 3, 4},
		{"row", "1..." + "...." + ".1.." + "...2", (*Solver).singlesInRows, 3, 2, 1},
		{"column", "1..." + "..1." + "...." + "...2", (*Solver).singlesInColumns, 2, 3, 1},
		{"box", "1..." + "...." + "...1" + "....", (*Solver).singlesInBoxes, 1, 2, 1},
	} {
		s, st := loaded(t, c.puzzle)
		require.True(t, c.sweep(s, st), c.name)
		bit := uint32(1) << c.column
		require.Zero(t, st.openRow[c.row]&bit, "%s: the cell is still empty", c.name)
		assert.Equal(t, c.digit, s.answer[c.row*s.size+c.column], c.name)
	}
}

// A cell without a candidate and a digit without a cell end a sweep.
func TestDeadEnds(t *testing.T) {
	s, st := loaded(t, "123."+"...4"+"...."+"....")
	assert.False(t, s.nakedSingles(st), "row 1, column 4 has no candidate")
	for name, c := range map[string]struct {
		puzzle string
		sweep  func(*Solver, *state) bool
	}{
		"row":    {"12.." + "..3." + "...." + "....", (*Solver).singlesInRows},
		"column": {"1..." + "2..." + ".3.." + "....", (*Solver).singlesInColumns},
		"box":    {"1..3" + ".2.." + "3..." + "....", (*Solver).singlesInBoxes},
	} {
		s, st := loaded(t, c.puzzle)
		assert.False(t, c.sweep(s, st), "%s without a cell for 3: %s", name, c.puzzle)
	}
}

// Masks cannot hold a digit twice, so that givens that clash have to be seen
// when they are placed.
func TestClashingGivens(t *testing.T) {
	for _, line := range []string{"1..1............", "1...........1...", "1....1.........."} {
		g, err := solvers.ParseGrid(line)
		require.NoError(t, err)
		s := New(4).(*Solver)
		assert.False(t, s.load(g), line)
		var r solvers.Result
		s.Solve(g, solvers.Limits{}, &r)
		assert.Equal(t, solvers.Counts{Nodes: 1}, solvers.Counts{Nodes: r.Nodes, Solutions: r.Solutions, Stopped: r.Stopped}, line)
	}
}
