package corpus

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// The judge's own counter agrees with what is certified, and sees what is
// impossible.
func TestCountAgreesWithTheCertificates(t *testing.T) {
	sets, err := SelectSets([]string{"poj3074/named", "poj3074/generated", "poj3076/generated"})
	require.NoError(t, err)
	checked := 0
	for _, s := range sets {
		list, err := grids.CasesOf(s.Load())
		require.NoError(t, err)
		for i, c := range list[:min(len(list), 12)] {
			got, decided := solvers.Count(c.Puzzle, 2, 40_000)
			if !decided {
				continue
			}
			assert.Equal(t, min(c.Solutions.N, 2), got, "%s#%d %s", s.FullName(), i+1, c.Puzzle)
			checked++
			if c.Solutions != exactly(1) {
				continue
			}
			// Any other digit in an empty cell leaves no solution.
			wrong := slices.Clone(c.Puzzle)
			cell := slices.Index(wrong, 0)
			wrong[cell] = c.Answer[cell]%uint8(wrong.Size()) + 1
			got, decided = solvers.Count(wrong, 1, 40_000)
			if decided {
				assert.Zero(t, got, "%s#%d %s", s.FullName(), i+1, wrong)
			}
		}
	}
	assert.Greater(t, checked, 24, "the counter gave up too often for the test to mean anything")
}
