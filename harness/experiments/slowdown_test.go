package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/links"
)

// counting is a solver that counts how often it solves each puzzle.
type counting struct{ calls map[string]int }

func (c *counting) Solve(p solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	if c.calls == nil {
		c.calls = map[string]int{}
	}
	c.calls[string(p)]++
	r.Reset()
}

func TestASlowdownAddsItsShare(t *testing.T) {
	puzzles := []solvers.Grid{solvers.NewGrid(4), solvers.NewGrid(4), solvers.NewGrid(4)}
	for i := range puzzles {
		puzzles[i][i] = 1
	}
	calls := &counting{}
	d := newSlowed(calls, puzzles, 0.03)
	var r solvers.Result
	for range 1000 {
		for _, p := range puzzles {
			d.Solve(p, solvers.Limits{}, &r)
		}
	}
	for i, p := range puzzles {
		assert.InDelta(t, 1030, calls.calls[string(p)], 1, "puzzle %d", i)
	}
	few := &counting{}
	for range 8 { // one solver has too few calls for a debt of one per puzzle, as in a sample
		d := newSlowed(few, puzzles, 0.03)
		for range 16 {
			for _, p := range puzzles {
				d.Solve(p, solvers.Limits{}, &r)
			}
		}
	}
	for i, p := range puzzles {
		assert.InDelta(t, 8*16*1.03, few.calls[string(p)], 1, "puzzle %d", i)
	}
	d.Solve(solvers.NewGrid(4), solvers.Limits{}, &r)
	assert.Equal(t, 1, calls.calls[string(solvers.NewGrid(4))], "a puzzle of another set owes nothing")
}

// withMatricesAlone returns all contestants, and one more that does not take grids: it has neither sizes
// nor New.
func withMatricesAlone() []solvers.Spec {
	return append(slices.Clone(all.Contestants), solvers.Spec{Name: "matrices", Doc: "matrices alone", NewCover: links.New})
}

func TestSlowdownFromTheEnvironment(t *testing.T) {
	listed := withMatricesAlone()
	require.NoError(t, solvers.Validate(listed))
	s := slowdown{results.Benchmark{Set: "poj3074/sample", Solver: "dlx"}, 0.03}
	specs, err := withSlowdown(listed, s.String())
	require.NoError(t, err)
	require.NoError(t, solvers.Validate(specs))
	for i := range specs {
		for _, size := range specs[i].Sizes {
			_, slow := specs[i].New(size).(*slowed)
			assert.Equal(t, specs[i].Name == "dlx", slow, specs[i].Name)
		}
	}
	specs, err = withSlowdown(listed, slowdown{}.String())
	require.NoError(t, err)
	assert.Len(t, specs, len(listed))
	for _, bad := range []string{
		"dlx", "poj3074/sample dlx much", "no/set dlx 0.1", "poj3074/sample dxl 0.1", "poj3074/sample matrices 0.1", "xc/sample dlx 0.1",
		"poj3074/sample sliced 0.1", "uva989/sample dlx 0.1",
	} {
		_, err := withSlowdown(listed, bad)
		assert.ErrorContains(t, err, slowdownVariable, bad)
	}
}

// A slowdown is only drawn for contestants that can be slowed down.
func TestWhoKeepsItsSpeed(t *testing.T) {
	for name, want := range map[string]bool{"dlx": false, "links": false, "sliced": true, "matrices": true} {
		assert.Equal(t, want, keepsItsSpeed(withMatricesAlone(), results.Benchmark{Set: "poj3074/sample", Solver: name}), name)
		for _, set := range []string{"luogu4929/degenerate", "spoj-novice42/sample", "no/set"} {
			assert.True(t, keepsItsSpeed(withMatricesAlone(), results.Benchmark{Set: set, Solver: name}), "%s on %s", name, set)
		}
	}
}
