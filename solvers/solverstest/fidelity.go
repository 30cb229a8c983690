package solverstest

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"testing"

	"gridjudge/solvers"
)

// Fidelity fails t unless the contestant agrees with every row of file: it must find the same first
// solution, with the same Nodes and Updates. Fidelity also fails t if the file has no rows.
//
// Fidelity has two uses, depending on where the figures in the file come from:
//   - If another program has reported the figures, Fidelity shows that the contestant makes the same search as this
//     program.
//   - If the contestant itself has reported the figures once, in gridjudge solve --stats, Fidelity shows that its
//     counters stay the same on every machine.
//
// The file is CSV with a header line. Its columns are the name of the puzzle, the puzzle, the
// solution, the nodes and the updates.
func Fidelity(t *testing.T, spec solvers.Spec, file string) {
	t.Helper()
	rows, err := readFidelity(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := caught(func() error { return unfaithful(spec, row) }); err != nil {
			t.Errorf("%s, %s: %v", file, row[0], err)
		}
	}
}

// unfaithful returns an error if a new solver does not agree with a row.
func unfaithful(spec solvers.Spec, row []string) error {
	puzzle, err := solvers.ParseGrid(row[1])
	switch {
	case err != nil:
		return err
	case !spec.Takes(puzzle.Size()):
		return fmt.Errorf("%s does not take size %d", spec.Name, puzzle.Size())
	}
	var r solvers.Result
	spec.New(puzzle.Size()).Solve(puzzle, solvers.Limits{}, &r)
	if got := []string{r.First.String(), fmt.Sprint(r.Nodes), fmt.Sprint(r.Updates)}; !slices.Equal(got, row[2:]) {
		return fmt.Errorf("solution, nodes and updates of %s are %s, recorded: %s", row[1], got, row[2:])
	}
	return nil
}

// readFidelity returns the rows of a file without its header line.
func readFidelity(file string) ([][]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.FieldsPerRecord = 5
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("%s holds no figures", file)
	}
	return rows[1:], nil
}
