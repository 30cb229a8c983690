package solverstest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

const (
	fidelityHeader = "name,puzzle,solution,nodes,updates\n"
	fidelityPuzzle = "1.......2......."
)

// recorded is a row of what an honest solver does with a 4x4 puzzle.
func recorded() fidelityRow {
	r := fidelityRow{name: "small", puzzle: must(fidelityPuzzle)}
	var got solvers.Result
	newPlain(4).Solve(r.puzzle, solvers.Limits{}, &got)
	r.solution, r.nodes, r.updates = got.First, got.Nodes, got.Updates
	return r
}

func TestFidelitySeesEveryDifference(t *testing.T) {
	honest := recorded()
	require.NoError(t, honest.unfaithful(newPlain(4)))
	for what, change := range map[string]func(*fidelityRow){
		"solution": func(r *fidelityRow) { r.solution = Pattern(4) },
		"nodes":    func(r *fidelityRow) { r.nodes++ },
		"updates":  func(r *fidelityRow) { r.updates++ },
		"count":    func(r *fidelityRow) { r.puzzle = must("11..............") },
	} {
		r := recorded()
		change(&r)
		assert.Error(t, r.unfaithful(newPlain(4)), what)
	}
}

func TestFidelityFilesAreChecked(t *testing.T) {
	row := recorded()
	good := "small," + fidelityPuzzle + "," + row.solution.String() + ",5,6\n"
	for what, c := range map[string]struct{ content, want string }{
		"nothing":     {"", "holds no figures"},
		"no rows":     {fidelityHeader, "holds no figures"},
		"a column":    {fidelityHeader + "small,1,2,3\n", "wrong number of fields"},
		"a bad count": {fidelityHeader + good + "next," + fidelityPuzzle + "," + fidelityPuzzle + ",many,6\n", ":3: next: "},
	} {
		file := filepath.Join(t.TempDir(), "figures.csv")
		require.NoError(t, os.WriteFile(file, []byte(c.content), 0o644))
		_, err := readFidelity(file)
		assert.ErrorContains(t, err, c.want, what)
	}
	file := filepath.Join(t.TempDir(), "figures.csv")
	require.NoError(t, os.WriteFile(file, []byte(fidelityHeader+good), 0o644))
	rows, err := readFidelity(file)
	require.NoError(t, err)
	require.Len(t, rows, 1)
	assert.Equal(t, uint64(6), rows[0].updates)
	_, err = readFidelity(filepath.Join(t.TempDir(), "missing.csv"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
