package generate_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers/all"
)

// TestCompare wants a set that was made differently to be noticed.
func TestCompare(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/easy"})
	require.NoError(t, err)
	require.Len(t, sets, 1)
	cases, err := grids.CasesOf(sets[0].Load())
	require.NoError(t, err)
	twice := slices.Clone(cases[:1])
	twice[0].Solutions.N = 2
	for _, c := range []struct {
		name  string
		cases []grids.Case
		want  string
	}{
		{"all", cases, "the same"},
		{"first ones", cases[:3], "the same"},
		{"too many", append(slices.Clone(cases), cases[0]), "1001 cases instead of 1000"},
		{"another order", []grids.Case{cases[0], cases[2]}, "differs from case 2 on"},
		{"another count", twice, "differs from case 1 on"},
	} {
		got, equal, err := generate.Compare(sets[0], puzzles(c.cases))
		require.NoError(t, err, c.name)
		assert.True(t, strings.HasPrefix(got, c.want), "%s: %s", c.name, got)
		assert.Equal(t, c.want == "the same", equal, c.name)
	}
}

// TestRecordedCommands reads the command of every generated set back and wants
// the same command line and the same files written for it.
func TestRecordedCommands(t *testing.T) {
	sets, err := corpus.Sets()
	require.NoError(t, err)
	found := 0
	for _, set := range sets {
		if set.Command == "" {
			continue
		}
		found++
		r, err := generate.ParseCommand(set.Command)
		require.NoError(t, err, set.FullName())
		assert.Equal(t, set.Command, r.Command(), set.FullName())
		problem, request, err := r.Request(all.Contestants)
		require.NoError(t, err, set.FullName())
		assert.Equal(t, set.Problem, problem, set.FullName())
		stored, err := set.Load()
		require.NoError(t, err)
		assert.Equal(t, r.Count, stored.Len(), "%s has %d cases, its command makes %d", set.FullName(), stored.Len(), r.Count)
		var list []generate.Puzzle
		if grids, ok := stored.(*grids.List); ok {
			list = puzzles(grids.Cases)
		} else { // it takes little time, without the second prover, which agreed when the sets were made
			request.Provers[1] = request.Provers[0]
			list = made(t, *request)
		}
		path := filepath.Join(t.TempDir(), problem.Name, set.Name)
		entry, err := r.WriteSet(path, problem, list)
		require.NoError(t, err, set.FullName())
		assert.Contains(t, string(entry), set.Digest, set.FullName())
		for _, ending := range []string{".in", ".out"} {
			want, err := os.ReadFile(filepath.Join("..", set.Problem.Name, set.Name+ending))
			require.NoError(t, err)
			got, err := os.ReadFile(path + ending)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got), "%s%s", set.FullName(), ending)
		}
	}
	assert.NotZero(t, found)
	for _, bad := range []string{"", "make corpus", "gridjudge judge", "gridjudge generate --sede 1", "gridjudge generate 1", "gridjudge generate '"} {
		_, err := generate.ParseCommand(bad)
		assert.Error(t, err, "%q", bad)
	}
}

// puzzles returns cases as if they were generated.
func puzzles(cases []grids.Case) (list []generate.Puzzle) {
	for i := range cases {
		list = append(list, generate.Puzzle{Case: &grids.List{Cases: cases[i : i+1]}, Answer: cases[i].Answer})
	}
	return list
}
