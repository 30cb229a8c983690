package ranking

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestRoundsOfDifferentRunsAreNotPaired: contestants that were not measured side by side do not have common rounds.
func TestRoundsOfDifferentRunsAreNotPaired(t *testing.T) {
	both := map[string]*results.Result{"p/x a": timed(around(1, 6)...), "p/x b": timed(around(1.1, 6)...)}
	one, other := run(both, "p/x a"), run(both, "p/x b")
	for _, r := range []*results.Run{one, other} {
		r.Manifest = &results.Manifest{Plan: results.Plan{Executable: "1"}}
		r.Origins = []*results.Manifest{r.Manifest}
	}
	groups := Order([]*results.Run{one, other})
	require.Len(t, groups, 1, "the runs are pooled")
	assert.Equal(t, BySets, groups[0].Pairs[1][0].By)
	assert.Equal(t, Undecided, groups[0].Pairs[1][0].Relation)
	whole := run(both, "p/x a", "p/x b")
	whole.Manifest, whole.Origins = one.Manifest, one.Origins
	groups = Order([]*results.Run{one, other, whole})
	assert.Equal(t, ByRounds, groups[0].Pairs[1][0].By, "six rounds of the third run have both")
	assert.Equal(t, 6, groups[0].Pairs[1][0].Effect.Ratio.N)
	assert.Equal(t, Behind, groups[0].Pairs[1][0].Relation)
	assert.Len(t, groups[0].Entrant("a").On["p/x"].Times(), 6, "those of the run that measured both")
}

// TestOrderRanksAndRatiosAgree: any of four solvers take part in each of several runs, on a machine whose speed
// changes. A contestant must never be surely ahead of one that stands above it. A failure counts, even in a run in
// which not all contestants took part.
func TestOrderRanksAndRatiosAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	partial, settled := 0, 0
	for range 2000 {
		plan := &results.Manifest{Plan: results.Plan{Executable: "1"}}
		var runs []*results.Run
		failed := ""
		for range 1 + rng.IntN(4) {
			machine, of, names := math.Exp(rng.NormFloat64()), map[string]*results.Result{}, []string(nil)
			for i, name := range []string{"p/x a", "p/x b", "p/x c", "p/y a", "p/y b", "p/y c"} {
				switch {
				case rng.IntN(3) == 0:
					continue
				case rng.IntN(20) == 0:
					of[name], failed = failing(3, 1), failed+name+";"
				default:
					var times []float64
					for range 8 {
						times = append(times, machine*(1+0.1*float64(i%3))*math.Exp(0.05*rng.NormFloat64()))
					}
					of[name] = timed(times...)
				}
				names = append(names, name)
			}
			if len(names) > 0 {
				r := run(of, names...)
				r.Manifest, r.Origins = plan, []*results.Manifest{plan}
				runs = append(runs, r)
			}
		}
		for _, g := range Order(runs) {
			partial += len(g.LeftOut)
			for i := range g.Rows {
				for j := range i {
					if g.Pairs[i][j].Relation == Ahead {
						t.Fatalf("%s stands below %s, and is surely ahead: %+v", g.Rows[i].Name, g.Rows[j].Name, g.Pairs[i][j])
					}
					if g.Pairs[i][j].Relation == Behind {
						settled++
					}
				}
			}
			for _, e := range g.Entrants {
				for _, set := range e.Sets {
					assert.Equal(t, strings.Contains(failed, set+" "+e.Contestant+";"), e.On[set].Rejected() != nil)
				}
			}
		}
	}
	assert.Positive(t, partial)
	assert.Positive(t, settled)
}
