package solvers_test

import (
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
)

// Enter counts calls up to the budget and not beyond it. If the budget is spent and the search is
// cancelled as well, the reason to stop is the budget.
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
		if want := c.stopped == solvers.Finished; entered != want {
			t.Errorf("%s: Enter = %v, want %v", name, entered, want)
		}
		if r.Stopped != c.stopped {
			t.Errorf("%s: stopped %v, want %v", name, r.Stopped, c.stopped)
		}
		if entered {
			c.nodes++
		}
		if r.Nodes != c.nodes {
			t.Errorf("%s: %d nodes, want %d", name, r.Nodes, c.nodes)
		}
	}
}

func TestStopsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for s := solvers.Finished; s <= solvers.Colored+1; s++ {
		seen[s.String()] = true
	}
	if len(seen) != 7 {
		t.Errorf("%d names of stops, want 7: %v", len(seen), seen)
	}
	if got := (solvers.Colored + 1).String(); got != "unknown" {
		t.Errorf("the stop after the last one is %q, want unknown", got)
	}
}

func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		limits         solvers.Limits
		wanted, memory uint64
	}{
		{solvers.Limits{}, 1, 1 << 30},
		{solvers.Limits{Solutions: 5, Memory: 7}, 5, 7},
	} {
		if got := c.limits.Wanted(); got != c.wanted {
			t.Errorf("%+v: Wanted() = %d, want %d", c.limits, got, c.wanted)
		}
		if got := c.limits.MemoryBudget(); got != c.memory {
			t.Errorf("%+v: MemoryBudget() = %d, want %d", c.limits, got, c.memory)
		}
	}
	for _, c := range []struct {
		spec      solvers.Spec
		byDefault bool
	}{
		{solvers.Spec{}, true},
		{solvers.Spec{VariantOf: "dlx"}, false},
		{solvers.Spec{ByReduction: true}, true},
	} {
		if got := c.spec.ByDefault(); got != c.byDefault {
			t.Errorf("%+v: ByDefault() = %v, want %v", c.spec, got, c.byDefault)
		}
	}
}
