package solverstest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

const (
	fidelityHeader = "name,puzzle,solution,nodes,updates\n"
	fidelityPuzzle = "1.......2......."
)

// recorded is the row of what an honest solver does with a 4x4 puzzle.
func recorded() []string {
	var r solvers.Result
	newPlain(4).Solve(must(fidelityPuzzle), solvers.Limits{}, &r)
	return []string{"small", fidelityPuzzle, r.First.String(), fmt.Sprint(r.Nodes), fmt.Sprint(r.Updates)}
}

func TestFidelitySeesEveryDifference(t *testing.T) {
	require.NoError(t, unfaithful(plainSpec(), recorded()))
	for what, c := range map[string]struct {
		column      int
		value, want string
	}{
		"solution":   {2, Pattern(4).String(), "recorded: "},
		"nodes":      {3, "1", "recorded: "},
		"updates":    {4, "many", "recorded: "},
		"count":      {1, "11..............", "recorded: "},
		"no grid":    {1, "1", "1 characters are no grid"},
		"other size": {1, solvers.NewGrid(16).String(), "plain does not take size 16"},
	} {
		row := recorded()
		row[c.column] = c.value
		assert.ErrorContains(t, unfaithful(plainSpec(), row), c.want, what)
	}
}

func TestFidelityFilesAreChecked(t *testing.T) {
	good := strings.Join(recorded(), ",") + "\n"
	for what, c := range map[string]struct{ content, want string }{
		"nothing":  {"", "holds no figures"},
		"no rows":  {fidelityHeader, "holds no figures"},
		"a column": {fidelityHeader + good + "small,1,2,3\n", "wrong number of fields"},
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
	assert.Equal(t, [][]string{recorded()}, rows)
	_, err = readFidelity(filepath.Join(t.TempDir(), "missing.csv"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
