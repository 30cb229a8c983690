package matrices_test

import (
	"flag"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/cells"
	"gridjudge/solvers/links"
	"gridjudge/solvers/zdd"
)

var every = flag.Bool("every", false, "compare the instances with Knuth that take seconds, too")

// links and cells visit the nodes that dlx1 and ssxcc visit, and make as many updates;
// bits and zdd find as many covers. Without -every, instances of more updates than this are left out.
func TestKnuth(t *testing.T) {
	const few = 10_000_000
	facts := facts(t)
	byLinks, byCells := links.New().(*links.Solver), cells.New()
	others := []solvers.CoverSolver{bits.New(), zdd.New()}
	compared := 0
	for _, instance := range matrices.Instances() {
		dlx1, ssxcc := facts[instance.Name]["dlx1"], facts[instance.Name]["ssxcc"]
		if dlx1.updates > few && !*every {
			continue
		}
		compared++
		m := instance.Make()
		var found solvers.Cover
		solve := func(s solvers.CoverSolver) solvers.Counts {
			s.Solve(m, solvers.Limits{Solutions: math.MaxUint64}, &found)
			if found.Solutions > 0 {
				require.NoError(t, m.Check(found.First), instance.Name)
			}
			return found.Counts
		}
		assert.Equal(t, ssxcc.counts(), solve(byCells), instance.Name)
		counts := solve(byLinks)
		counts.Updates += byLinks.Covered()
		assert.Equal(t, dlx1.counts(), counts, instance.Name)
		for _, s := range others {
			assert.Equal(t, instance.Covers, solve(s).Solutions, "%s by %T", instance.Name, s)
		}
	}
	assert.GreaterOrEqual(t, compared, 30)
}

// The worst cases of HUST 1017 lie within its limits, and take links as many nodes as they say.
// Without -every, only those of few nodes are solved.
func TestWorstHUST(t *testing.T) {
	const few = 500_000
	solved := 0
	s := links.New()
	for _, worst := range matrices.WorstHUST() {
		m := worst.Make()
		require.NoError(t, m.Valid(), worst.Name)
		assert.True(t, solvers.ValidName(worst.Name), worst.Name)
		assert.LessOrEqual(t, m.Items(), 1000, worst.Name)
		assert.Equal(t, 1000, m.Options(), worst.Name)
		for _, option := range m.All() {
			assert.LessOrEqual(t, len(option), 100, worst.Name)
		}
		if worst.Nodes > few && !*every {
			continue
		}
		solved++
		var found solvers.Cover
		s.Solve(m, solvers.Limits{}, &found)
		assert.Equal(t, worst.Nodes, found.Nodes, worst.Name)
		assert.Equal(t, worst.Feasible, found.Solutions == 1, worst.Name)
		if worst.Feasible {
			assert.NoError(t, m.Check(found.First), worst.Name)
		}
	}
	assert.Positive(t, solved)
}

func (f fact) counts() solvers.Counts {
	return solvers.Counts{Solutions: f.covers, Nodes: f.nodes, Updates: f.updates}
}
