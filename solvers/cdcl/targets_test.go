package cdcl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// TestTargets notes trails and checks which of them the phases are from.
func TestTargets(t *testing.T) {
	targets := newTargets(4)
	targets.reset(4)
	phases := func() (literals []literal) {
		for v := range variable(4) {
			literals = append(literals, targets.literalOf(v))
		}
		return literals
	}
	allTrue := []literal{0, 2, 4, 6}
	targets.update([]literal{1, 3}, targetStart-1)
	assert.Equal(t, allTrue, phases(), "before the start")
	targets.update([]literal{1, 3}, targetStart)
	assert.Equal(t, []literal{1, 3, 4, 6}, phases())
	targets.update([]literal{0, 5}, targetStart+1)
	assert.Equal(t, []literal{1, 3, 4, 6}, phases(), "a trail that is no longer")
	targets.update([]literal{0, 5, 3}, targetStart+2)
	assert.Equal(t, []literal{0, 3, 5, 6}, phases(), "a longer trail")
	targets.update(nil, targetStart+rephaseUnit)
	assert.Equal(t, allTrue, phases(), "after a rephasing")
	targets.update([]literal{1}, targetStart+3*rephaseUnit-1)
	assert.Equal(t, []literal{1, 2, 4, 6}, phases(), "before the second rephasing")
	targets.forget()
	assert.Equal(t, allTrue, phases())
	targets.update([]literal{3}, targetStart+3*rephaseUnit-1)
	targets.reset(4)
	assert.Equal(t, allTrue, phases())
	targets.update([]literal{3}, targetStart)
	assert.Equal(t, []literal{0, 3, 4, 6}, phases(), "for the next grid")
}

// TestTargetsCount counts solutions with target phases from the first conflict, and
// without any. The counts must be equal, and some searches different.
func TestTargetsCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	with, without := New(16), New(16)
	with.targets.start = 0
	targeted, many, changed := 0, 0, 0
	for range 200 {
		puzzle := solverstest.Holed(16, 85+rng.IntN(15), rng)
		for _, limit := range []uint64{1, 100} {
			limits := solvers.Limits{Solutions: limit}
			var got, want solvers.Result
			require.True(t, with.learned(puzzle, limits, &got))
			require.True(t, without.learned(puzzle, limits, &want))
			require.Equal(t, want.Solutions, got.Solutions, "up to %d: %v", limit, puzzle)
			require.NoError(t, solvers.Check(puzzle, got.First), "%v", puzzle)
			require.NotContains(t, with.targets.negative, true, "after a solution: %v", puzzle)
			if with.targets.rephased > 0 {
				targeted++
			}
			if got.Solutions > 1 {
				many++
			}
			if got.Nodes != want.Nodes {
				changed++
			}
		}
	}
	assert.Greater(t, targeted, 100, "searches with target phases")
	assert.Greater(t, many, 100, "counts of several solutions")
	assert.Greater(t, changed, 30, "searches that target phases changed")
}
