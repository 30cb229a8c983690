package all

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

var howMany = flag.Int("matrices", 3_000, "the number of random matrices on which the contestants must agree")

// coverFleet holds a solver of each contestant for matrices, by name.
type coverFleet map[string]solvers.CoverSolver

func newCoverFleet() coverFleet {
	f := coverFleet{}
	for _, spec := range Contestants {
		if spec.NewCover != nil {
			f[spec.Name] = spec.NewCover()
		}
	}
	return f
}

// disagreement says where a contestant contradicts the count of m, or its own cover is
// none. limits ask for no more covers than count.
func (f coverFleet) disagreement(m *solvers.Matrix, count uint64, limits solvers.Limits) error {
	for name, s := range f {
		var r solvers.Cover
		s.Solve(m, limits, &r)
		if r.Stopped != solvers.Finished || r.Solutions != min(count, limits.Wanted()) {
			return fmt.Errorf("%s counts %d covers (%v) up to %d of %v, there are %d",
				name, r.Solutions, r.Stopped, limits.Wanted(), m, count)
		}
		if r.Solutions > 0 {
			if err := m.Check(r.First); err != nil {
				return fmt.Errorf("%s on %v: %w", name, m, err)
			}
		}
	}
	return nil
}

// Every contestant for matrices finds the covers that a plain search counts. With
// -matrices N, N random matrices are tried.
func TestCoversAgree(t *testing.T) {
	f := newCoverFleet()
	require.GreaterOrEqual(t, len(f), 5)
	rng := rand.New(rand.NewPCG(25, uint64(*howMany)))
	counts := map[uint64]int{}
	for range *howMany {
		m := solverstest.RandomMatrix(rng)
		count := solverstest.CountCovers(m, math.MaxUint64)
		counts[min(count, 2)]++
		require.NoError(t, f.disagreement(m, count, solvers.Limits{Solutions: math.MaxUint64}))
		require.NoError(t, f.disagreement(m, count, solvers.Limits{Solutions: rng.Uint64N(4)}))
	}
	for n := range uint64(3) {
		assert.Greater(t, counts[n], *howMany/20, "matrices with %d covers (2: or more)", n)
	}
}

// Every contestant for matrices finds a cover of most instances within 20,000 search
// calls, or that there is none, and says so if it cannot.
func TestFirstCovers(t *testing.T) {
	for name, s := range newCoverFleet() {
		found, none := 0, 0
		for _, instance := range matrices.Instances() {
			m := instance.Make()
			var r solvers.Cover
			s.Solve(m, solvers.Limits{Nodes: 20_000}, &r)
			if r.Stopped == solvers.NodeBudget {
				continue
			}
			require.Equal(t, min(instance.Covers, 1), r.Solutions, "%s on %s", name, instance.Name)
			if r.Solutions == 0 {
				none++
				continue
			}
			found++
			require.NoError(t, m.Check(r.First), "%s on %s", name, instance.Name)
		}
		assert.Greater(t, found, 30, "instances of which %s finds a cover", name)
		assert.GreaterOrEqual(t, none, 3, "instances of which %s finds that there is none", name)
	}
}

// forgetful returns no cover.
type forgetful struct{ solvers.CoverSolver }

func (f forgetful) Solve(m *solvers.Matrix, limits solvers.Limits, r *solvers.Cover) {
	f.CoverSolver.Solve(m, limits, r)
	r.First = r.First[:0]
}

func TestCoverDisagreementIsSeen(t *testing.T) {
	f, m := newCoverFleet(), solverstest.Choices(3)
	require.NoError(t, f.disagreement(m, 8, solvers.Limits{Solutions: 9}))
	require.ErrorContains(t, f.disagreement(m, 9, solvers.Limits{Solutions: 9}), "counts 8 covers")
	f["forgetful"] = forgetful{f["links"]}
	require.ErrorContains(t, f.disagreement(m, 8, solvers.Limits{Solutions: 9}), "no option covers item 0")
}
