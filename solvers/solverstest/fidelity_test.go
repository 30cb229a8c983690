package solverstest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
)

const (
	fidelityHeader = "name,puzzle,solution,nodes,updates\n"
	fidelityPuzzle = "1.......2......."
)

// recorded returns the row for what an honest solver does with a 4x4 puzzle.
func recorded() []string {
	var r solvers.Result
	newPlain(4).Solve(must(fidelityPuzzle), solvers.Limits{}, &r)
	return []string{"small", fidelityPuzzle, r.First.String(), fmt.Sprint(r.Nodes), fmt.Sprint(r.Updates)}
}

func TestFidelitySeesEveryDifference(t *testing.T) {
	if err := unfaithful(plainSpec(), recorded()); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		column      int
		value, want string
	}{
		"solution":   {2, Pattern(4).String(), "recorded: "},
		"nodes":      {3, "1", "recorded: "},
		"updates":    {4, "many", "recorded: "},
		"count":      {1, "11..............", "recorded: "},
		"not a grid": {1, "11", "2 characters are not a grid"},
		"other size": {1, solvers.NewGrid(16).String(), "plain does not take size 16"},
	} {
		row := recorded()
		row[c.column] = c.value
		if err := unfaithful(plainSpec(), row); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", what, err, c.want)
		}
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
		if err := os.WriteFile(file, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readFidelity(file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", what, err, c.want)
		}
	}
	file := filepath.Join(t.TempDir(), "figures.csv")
	if err := os.WriteFile(file, []byte(fidelityHeader+good), 0o644); err != nil {
		t.Fatal(err)
	}
	rows, err := readFidelity(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := recorded(); len(rows) != 1 || !slices.Equal(rows[0], want) {
		t.Errorf("rows of a good file: %q, want one: %q", rows, want)
	}
	if _, err = readFidelity(filepath.Join(t.TempDir(), "missing.csv")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: error %v, want %v", err, os.ErrNotExist)
	}
}
