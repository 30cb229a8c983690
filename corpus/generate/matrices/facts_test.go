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
)

var every = flag.Bool("every", false, "compare the instances with Knuth that take seconds, too")

// links and cells visit the nodes that dlx1 and ssxcc visit, and make as many updates;
// bits finds as many covers. Without -every, instances of more updates than this are left out.
func TestKnuth(t *testing.T) {
	const few = 50_000_000
	facts := facts(t)
	byLinks, byCells, byBits := links.New(), cells.New(), bits.New()
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
		least, most := headers(m, dlx1)
		assert.GreaterOrEqual(t, dlx1.updates, counts.Updates+least, instance.Name)
		assert.LessOrEqual(t, dlx1.updates, counts.Updates+most, instance.Name)
		counts.Updates = dlx1.updates
		assert.Equal(t, dlx1.counts(), counts, instance.Name)
		assert.Equal(t, instance.Covers, solve(byBits).Solutions, instance.Name)
	}
	assert.GreaterOrEqual(t, compared, 30)
}

func (f fact) counts() solvers.Counts {
	return solvers.Counts{Solutions: f.covers, Nodes: f.nodes, Updates: f.updates}
}

// headers returns bounds of the number of items that dlx1 covers: it counts the unlinking of a
// header as an update, and links does not. Each node that is no cover covers the item that it
// chose, and each but the root comes from an option, whose other items are covered. The
// bounds are equal if all options have as many items.
func headers(m *solvers.Matrix, f fact) (least, most uint64) {
	small, large := m.Items(), 0
	for _, option := range m.Options {
		small, large = min(small, len(option)), max(large, len(option))
	}
	chosen := f.nodes - f.covers
	return chosen + (f.nodes-1)*uint64(small-1), chosen + (f.nodes-1)*uint64(large-1)
}
