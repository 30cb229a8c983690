package matrices_test

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/links"
	"gridjudge/solvers/zdd"
)

// The cases of each tier keep to the limits of their problem, and depend on the seed and their number alone. zdd and bits,
// or cdcl, which share no code, agree on whether there is a cover.
func TestTiers(t *testing.T) {
	limits := map[string]struct{ rows, columns, ones, all int }{
		"hust1017":  {1000, 1000, 100, 100_000},
		"luogu4929": {500, 500, 500, 5_000},
		"poj3740":   {16, 300, 300, 4_800},
		"xc":        {1 << 20, 1 << 20, 1 << 20, 1 << 20},
	}
	for _, tier := range matrices.Tiers() {
		name, limit := tier.Problem+"/"+tier.Name, limits[tier.Problem]
		require.NotZero(t, limit.rows, name)
		feasible := 0
		cases := cmp.Or(tier.Cases, 3)
		for i := range cases {
			m := tier.Make(1, i)
			require.NoError(t, m.Valid(), "%s, case %d", name, i)
			assert.True(t, reflect.DeepEqual(m, tier.Make(1, i)), "%s, case %d", name, i)
			assert.LessOrEqual(t, m.Items(), limit.columns, name)
			assert.LessOrEqual(t, m.Options(), limit.rows, name)
			assert.True(t, tier.Problem == "xc" || m.Secondary == 0, name)
			ones := 0
			for _, option := range m.All() {
				assert.LessOrEqual(t, len(option), limit.ones, name)
				assert.True(t, tier.Problem != "hust1017" || len(option) > 0, "%s: an empty row", name)
				ones += len(option)
			}
			assert.LessOrEqual(t, ones, limit.all, name)
			if tier.Cases == 0 {
				assert.False(t, reflect.DeepEqual(m, tier.Make(2, i)), name)
			}
			var one, other solvers.Cover
			zdd.New().Solve(m, solvers.Limits{}, &one)
			second := bits.New()
			if tier.Name == "worst" {
				second = cdcl.NewCover()
			}
			second.Solve(m, solvers.Limits{}, &other)
			assert.Equal(t, one.Solutions, other.Solutions, "%s, case %d", name, i)
			feasible += int(one.Solutions)
		}
		switch tier.Name {
		case "infeasible":
			assert.Zero(t, feasible, name)
		case "worst", "named", "degenerate":
		default:
			assert.Equal(t, cases, feasible, name)
		}
	}
}

// Of the worst tiers, zdd solves in few nodes what takes links more than any time limit allows.
func TestWorstTiers(t *testing.T) {
	found := 0
	for _, tier := range matrices.Tiers() {
		if tier.Name != "worst" || tier.Problem == "xc" {
			continue
		}
		found++
		for i := range 2 {
			m := tier.Make(1, i)
			var many, few solvers.Cover
			links.New().Solve(m, solvers.Limits{Nodes: 200_000}, &many)
			assert.Equal(t, solvers.NodeBudget, many.Stopped, tier.Problem)
			zdd.New().Solve(m, solvers.Limits{Nodes: 5_000}, &few)
			assert.Equal(t, solvers.Finished, few.Stopped, tier.Problem)
			assert.Equal(t, i%2 == 0, few.Solutions == 1, tier.Problem)
		}
	}
	assert.Equal(t, 2, found)
}
