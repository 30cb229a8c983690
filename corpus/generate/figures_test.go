package generate_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
)

var update = flag.Bool("update", false, "write the table of figures into corpus/README.md")

const (
	readme      = "../README.md"
	figuresFrom = "<!-- figures: made by `make corpus-figures` -->\n"
	figuresTo   = "<!-- end of figures -->\n"

	// figuresBudget bounds the nodes counted per case.
	figuresBudget = 100_000
)

// figures returns the row of a set: the givens of its puzzles and their nodes.
func figures(t *testing.T, set *corpus.Set) string {
	cases, err := set.Load()
	require.NoError(t, err)
	var givens []uint64
	for _, c := range cases {
		givens = append(givens, uint64(c.Puzzle.Givens()))
	}
	slices.Sort(givens)
	row := fmt.Sprintf("| %s | %d | %d to %d |", set.FullName(), len(cases), givens[0], givens[len(givens)-1])
	for _, name := range []string{"dlx", "bitmask"} {
		s, err := lookup(grids.FormatOf(set.Problem.Family).Size)(name)
		require.NoError(t, err)
		var nodes []uint64
		for _, c := range cases {
			var r solvers.Result
			s.Solve(c.Puzzle, solvers.Limits{Nodes: figuresBudget}, &r)
			nodes = append(nodes, r.Nodes)
		}
		row += fmt.Sprintf(" %s | %s |", quantile(nodes, 0.5), quantile(nodes, 1))
	}
	return row + "\n"
}

// quantile writes a quantile of numbers of nodes, to a whole number. It writes a lower
// bound if the quantile depends on a case that needs more than the budget.
func quantile(nodes []uint64, q float64) string {
	exact := make([]float64, len(nodes)) // infinite for such a case
	for i, n := range nodes {
		if exact[i] = float64(n); n >= figuresBudget {
			exact[i] = math.Inf(1)
		}
	}
	n := stats.Quantile(exact, q)
	if math.IsInf(n, 1) {
		return "over " + thousands(math.Floor(stats.Quantile(nodes, q)))
	}
	return thousands(n)
}

func thousands(n float64) string { return report.Grouped(fmt.Sprintf("%.0f", n)) }

// TestQuantilesOfFigures checks that quantile takes the mean of the two middle values,
// and never takes a budget that was spent for a number of nodes.
func TestQuantilesOfFigures(t *testing.T) {
	assert.Equal(t, "1,500", quantile([]uint64{2000, 1000}, 0.5))
	assert.Equal(t, "2,000", quantile([]uint64{2000, 1000}, 1))
	assert.Equal(t, "over 75,000", quantile([]uint64{figuresBudget, 50_000}, 0.5))
	assert.Equal(t, "over 100,000", quantile([]uint64{figuresBudget, 50_000}, 1))
}

// TestFigures compares the table of the README with the sets: with all of them
// under -full, otherwise with those up to 9x9, which takes seconds (under the race
// detector with one of them).
func TestFigures(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), figuresFrom)
	require.True(t, ok, "%s has no line %s", readme, figuresFrom)
	table, after, ok := strings.Cut(rest, figuresTo)
	require.True(t, ok, "%s has no line %s", readme, figuresTo)
	sets, err := corpus.Sets()
	require.NoError(t, err)
	rows := "| set | cases | givens | dlx nodes: median | most | bitmask nodes: median | most |\n|---|---|---|---|---|---|---|\n"
	found := 0
	for _, set := range sets {
		if set.Command == "" {
			continue
		}
		found++
		if *update || *full || grids.FormatOf(set.Problem.Family).Size <= 9 && found%oneIn == 0 {
			row := figures(t, set)
			rows += row
			if !*update {
				assert.Contains(t, table, row, "run make corpus-figures")
			}
			continue
		}
		assert.Contains(t, table, "| "+set.FullName()+" |", "run make corpus-figures")
	}
	assert.GreaterOrEqual(t, found, 15, "generated sets")
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(before+figuresFrom+rows+figuresTo+after), 0o644))
	}
}
