package corpus

import (
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// oracleBudget bounds the search calls of the oracle per case. A run with more
// counts what the default does not reach:
//
//	go test ./corpus -run EmbeddedAnswers -v -oracle-budget 10000000
var oracleBudget = flag.Int("oracle-budget", 0, "search calls of the oracle per case; 0: a million up to 9x9, 4000 for larger ones")

// TestEmbeddedAnswers confirms every stored answer, every certified count up to
// 9x9 (under the race detector of every tenth case), and of the larger ones those
// that the oracle reaches within its budget, the easy tiers at the least: a
// third of all.
func TestEmbeddedAnswers(t *testing.T) {
	sets, err := Sets()
	require.NoError(t, err)
	require.NotEmpty(t, sets)
	counted, confirmed := map[int]int{}, map[int]int{}
	for _, set := range sets {
		list, err := grids.CasesOf(set.Load())
		require.NoError(t, err)
		if list == nil {
			continue // no grids
		}
		size := set.Problem.Family.(*grids.Format).Size
		budget := *oracleBudget
		if budget == 0 {
			budget = 4000
			if size <= 9 {
				budget = 1_000_000
			}
		}
		o := newOracle(size)
		reached, certified := 0, 0
		for i, c := range list {
			if !c.Unsolvable() {
				assert.Empty(t, o.solves(c.Puzzle, c.Answer), "%s#%d %v", set.FullName(), i+1, c.Puzzle)
			}
			if c.Solutions.Is == cases.Unknown || i%oneIn != 0 {
				continue
			}
			certified++
			limit, bound := c.Solutions.N+1, c.Solutions.Is == cases.LowerBound
			if bound {
				limit--
			}
			// Many solutions are found sooner around one that is known.
			o.hint = nil
			if bound {
				o.hint = c.Answer
			}
			n, first := o.count(c.Puzzle, limit, budget)
			if n < 0 {
				continue
			}
			reached++
			assert.Equal(t, c.Solutions.N, n, "%s#%d %v", set.FullName(), i+1, c.Puzzle)
			if n == 1 && !bound {
				assert.Equal(t, []uint8(c.Answer), first, "%s#%d %v", set.FullName(), i+1, c.Puzzle)
			}
		}
		counted[size] += certified
		confirmed[size] += reached
		t.Logf("%s: %d of %d counts confirmed within %d search calls each", set.FullName(), reached, certified, budget)
	}
	for size := range counted {
		least := counted[size]
		if size > 9 {
			least /= 3
		}
		assert.GreaterOrEqual(t, confirmed[size], least, "counts confirmed at %dx%[2]d", size, size)
	}
}

// TestOracle compares the oracle with known counts, and feeds it wrong answers.
func TestOracle(t *testing.T) {
	o4, o9, o16 := newOracle(4), newOracle(9), newOracle(16)
	n, _ := o4.count(mustGrid(t, strings.Repeat(".", 16)), 1000, 0)
	assert.Equal(t, 288, n, "grids of 4x4")
	n, first := o9.count(mustGrid(t, nine), 2, 0)
	assert.Equal(t, 1, n, nine)
	assert.Equal(t, []uint8(mustGrid(t, nineFull)), first)
	n, _ = o9.count(mustGrid(t, ".2.."+strings.Repeat(".", 77)), 50, 0)
	assert.Equal(t, 50, n, "many solutions, up to the limit")
	n, _ = o9.count(mustGrid(t, "55"+nine[2:]), 2, 0)
	assert.Equal(t, 0, n, "two 5s in a row")
	n, _ = o9.count(mustGrid(t, nine[:2]+"1"+nine[3:]), 2, 0)
	assert.Equal(t, 0, n, "a given that contradicts the solution")
	n, _ = o16.count(mustGrid(t, strings.Repeat(".", 256)), 1000, 100)
	assert.Equal(t, -1, n, "a budget too small")

	full, empty := mustGrid(t, nineFull), mustGrid(t, strings.Repeat(".", 81))
	assert.Empty(t, o9.solves(mustGrid(t, nine), full))
	swapped := mustGrid(t, nineFull)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	assert.Equal(t, "unit 10 does not hold every digit", o9.solves(empty, swapped))
	assert.Equal(t, "cell 1: given 5, answer 3", o9.solves(mustGrid(t, nine), swapped))
	assert.Equal(t, "cell 3: given 0, answer 0", o9.solves(mustGrid(t, nine), mustGrid(t, nine)))
}
