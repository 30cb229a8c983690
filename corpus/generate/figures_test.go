package generate_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
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
		s, err := lookup(set.Problem.Size)(name)
		require.NoError(t, err)
		var nodes []uint64
		for _, c := range cases {
			var r solvers.Result
			s.Solve(c.Puzzle, solvers.Limits{Nodes: figuresBudget}, &r)
			nodes = append(nodes, r.Nodes)
		}
		slices.Sort(nodes)
		row += fmt.Sprintf(" %s | %s |", thousands(nodes[(len(nodes)-1)/2]), thousands(nodes[len(nodes)-1]))
	}
	return row + "\n"
}

// thousands writes a number of nodes; at the budget it is a lower bound.
func thousands(n uint64) string {
	if n >= figuresBudget {
		return "over 100,000"
	}
	if n < 1000 {
		return strconv.FormatUint(n, 10)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
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
		if *update || *full || set.Problem.Size <= 9 && found%oneIn == 0 {
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
