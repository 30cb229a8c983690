package generate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/solvers"
	"gridjudge/solvers/dlx"
)

// medianOfRandom is what dlx needs for the median random minimal 9x9 puzzle:
// the 81 cells one after the other, and the call that finds nothing left.
const medianOfRandom = 82

// setNamed loads one embedded set.
func setNamed(t *testing.T, name string) []corpus.Case {
	sets, err := corpus.SelectSets([]string{name})
	require.NoError(t, err)
	require.Len(t, sets, 1, name)
	cases, err := sets[0].Load()
	require.NoError(t, err)
	return cases
}

// TestAdversaries asserts how far climbing has raised what dlx spends, by node
// budgets that the puzzles exceed.
func TestAdversaries(t *testing.T) {
	beyond := func(s solvers.Solver, c corpus.Case, nodes uint64) bool {
		var r solvers.Result
		s.Solve(c.Puzzle, solvers.Limits{Nodes: nodes}, &r)
		return r.Stopped == solvers.NodeBudget
	}
	s := dlx.Spec.New(9)
	hundredfold := 0
	for i, c := range setNamed(t, "poj3074/adversarial-dlx") {
		assert.True(t, beyond(s, c, 10*medianOfRandom), "adversarial-dlx#%d costs less than 10 times the median: %v", i+1, c.Puzzle)
		if beyond(s, c, 100*medianOfRandom) {
			hundredfold++
		}
	}
	assert.Positive(t, hundredfold, "puzzles that cost dlx 100 times the median of random minimal ones")

	easy := setNamed(t, "poj3076/easy")
	s = dlx.Spec.New(16)
	for i, c := range easy[:5] {
		assert.False(t, beyond(s, c, 257), "poj3076/easy#%d takes more than a node a cell: %v", i+1, c.Puzzle)
	}
	for i, c := range setNamed(t, "poj3076/adversarial")[:3] {
		assert.True(t, beyond(s, c, 1000*257), "poj3076/adversarial#%d costs less than 1,000 times the easy tier: %v", i+1, c.Puzzle)
	}
}
