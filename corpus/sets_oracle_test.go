package corpus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEmbeddedAnswers confirms every stored answer, and every certified count
// that the oracle can reach within its budget.
func TestEmbeddedAnswers(t *testing.T) {
	const budget = 20_000
	sets, err := Sets()
	require.NoError(t, err)
	require.NotEmpty(t, sets)
	for _, set := range sets {
		t.Run(set.FullName(), func(t *testing.T) {
			t.Parallel()
			cases, err := set.Load()
			require.NoError(t, err)
			o := newOracle(set.Problem.Size)
			confirmed := 0
			for i, c := range cases {
				if c.Solutions != 0 {
					assert.Empty(t, o.solves(c.Puzzle, c.Answer), "%s#%d %v", set.FullName(), i+1, c.Puzzle)
				} else {
					assert.Equal(t, c.Puzzle, c.Answer, "%s#%d: unsolvable, so its answer is the puzzle", set.FullName(), i+1)
				}
				if c.Solutions == Unknown {
					continue
				}
				n, _ := o.count(c.Puzzle, c.Solutions+1, budget)
				if n < 0 {
					continue
				}
				confirmed++
				if c.AtLeast {
					assert.GreaterOrEqual(t, n, c.Solutions, "%s#%d %v", set.FullName(), i+1, c.Puzzle)
				} else {
					assert.Equal(t, c.Solutions, n, "%s#%d %v", set.FullName(), i+1, c.Puzzle)
				}
			}
			t.Logf("%d of %d counts confirmed within %d search calls", confirmed, len(cases), budget)
		})
	}
}
