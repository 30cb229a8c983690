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
