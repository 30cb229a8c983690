package solverstest

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"gridjudge/solvers"
)

// Fidelity fails t unless the contestant agrees with every row of file: the same first
// solution with the same Nodes and Updates. The file is CSV with a header line. Its
// columns are the name of the puzzle, the puzzle, and the solution, the nodes and the
// updates: those of the contestant's source program, or for one without a source, those
// that gridjudge solve --stats gave once, so that they stay the same on every machine.
// Fidelity also fails t if the file has no rows.
func Fidelity(t *testing.T, spec solvers.Spec, file string) {
	t.Helper()
	rows, err := readFidelity(file)
	if err != nil {
		t.Fatal(err)
	}
	made := map[int]solvers.Solver{}
	for _, r := range rows {
		size := r.puzzle.Size()
		if !spec.Takes(size) {
			t.Errorf("%s, %s: %s does not take size %d", file, r.name, spec.Name, size)
			continue
		}
		if made[size] == nil {
			made[size] = spec.New(size)
		}
		if err := r.unfaithful(made[size]); err != nil {
			t.Errorf("%s, %s (%s): %v", file, r.name, r.puzzle, err)
		}
	}
}

// fidelityRow is the recorded result on one puzzle.
type fidelityRow struct {
	name             string
	puzzle, solution solvers.Grid
	nodes, updates   uint64
}

// unfaithful solves the puzzle of r with s and returns an error for what differs.
func (r *fidelityRow) unfaithful(s solvers.Solver) error {
	var got solvers.Result
	s.Solve(r.puzzle, solvers.Limits{}, &got)
	switch {
	case got.Solutions != 1:
		return fmt.Errorf("found %d solutions, recorded: 1", got.Solutions)
	case got.First.String() != r.solution.String():
		return fmt.Errorf("solved as %s, recorded: %s", got.First, r.solution)
	case got.Nodes != r.nodes:
		return fmt.Errorf("took %d nodes, recorded: %d", got.Nodes, r.nodes)
	case got.Updates != r.updates:
		return fmt.Errorf("took %d updates, recorded: %d", got.Updates, r.updates)
	}
	return nil
}

// readFidelity reads a file of recorded figures.
func readFidelity(file string) ([]fidelityRow, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.FieldsPerRecord = 5
	records, err := reader.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(records) < 2 {
		return nil, fmt.Errorf("%s holds no figures", file)
	}
	rows := make([]fidelityRow, 0, len(records)-1)
	for i, record := range records[1:] {
		r := fidelityRow{name: record[0]}
		var errs [4]error
		r.puzzle, errs[0] = solvers.ParseGrid(record[1])
		r.solution, errs[1] = solvers.ParseGrid(record[2])
		r.nodes, errs[2] = strconv.ParseUint(record[3], 10, 64)
		r.updates, errs[3] = strconv.ParseUint(record[4], 10, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", file, i+2, r.name, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}
