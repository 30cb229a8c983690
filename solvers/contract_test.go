package solvers_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers"
)

// Enter counts up to the budget and not beyond it; a budget that is spent
// comes before a cancelled search.
func TestEnter(t *testing.T) {
	var set, unset atomic.Bool
	set.Store(true)
	for name, c := range map[string]struct {
		limits  solvers.Limits
		nodes   uint64 // counted so far
		stopped solvers.Stop
	}{
		"no limits":           {solvers.Limits{}, 7, solvers.Finished},
		"budget left":         {solvers.Limits{Nodes: 8, Cancel: &unset}, 7, solvers.Finished},
		"budget spent":        {solvers.Limits{Nodes: 7}, 7, solvers.NodeBudget},
		"budget overspent":    {solvers.Limits{Nodes: 6}, 7, solvers.NodeBudget},
		"cancelled":           {solvers.Limits{Cancel: &set}, 7, solvers.Cancelled},
		"spent and cancelled": {solvers.Limits{Nodes: 7, Cancel: &set}, 7, solvers.NodeBudget},
	} {
		r := solvers.Counts{Nodes: c.nodes}
		entered := c.limits.Enter(&r)
		assert.Equal(t, c.stopped == solvers.Finished, entered, name)
		assert.Equal(t, c.stopped, r.Stopped, name)
		if entered {
			c.nodes++
		}
		assert.Equal(t, c.nodes, r.Nodes, name)
	}
}

func TestStopsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for s := solvers.Finished; s <= solvers.MemoryBudget+1; s++ {
		seen[s.String()] = true
	}
	assert.Len(t, seen, 6)
	assert.Equal(t, "unknown", (solvers.MemoryBudget + 1).String())
}

func TestDefaults(t *testing.T) {
	var l solvers.Limits
	assert.EqualValues(t, 1, l.Wanted())
	assert.EqualValues(t, 1<<30, l.MemoryBudget())
	l = solvers.Limits{Solutions: 5, Memory: 7}
	assert.EqualValues(t, 5, l.Wanted())
	assert.EqualValues(t, 7, l.MemoryBudget())
	assert.True(t, (&solvers.Spec{}).ByDefault())
	assert.False(t, (&solvers.Spec{VariantOf: "dlx"}).ByDefault())
	assert.True(t, (&solvers.Spec{ByReduction: true}).ByDefault())
}
