package solverstest

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"gridjudge/solvers"
)

// Fidelity demands that the contestant finds the same first solution with the
// same Nodes and Updates as the program that it comes from, on every row of
// file. The file is CSV with a header line; its columns are the name of the
// puzzle, the puzzle, its solution, nodes and updates, as recorded from that
// program. A file without rows fails.
func Fidelity(t *testing.T, spec solvers.Spec, file string) {
	t.Helper()
	for _, r := range readFidelity(t, file) {
		if !spec.Takes(r.puzzle.Size()) {
			t.Errorf("%s, %s: %s does not take size %d", file, r.name, spec.Name, r.puzzle.Size())
			continue
		}
		if fault := r.compare(spec.New(r.puzzle.Size())); fault != "" {
			t.Errorf("%s, %s (%s): %s", file, r.name, r.puzzle, fault)
		}
	}
}

// fidelityRow is what a source program did with one puzzle.
type fidelityRow struct {
	name             string
	puzzle, solution solvers.Grid
	nodes, updates   uint64
}

// compare solves the puzzle of r with s and says what differs, if anything.
func (r *fidelityRow) compare(s solvers.Solver) string {
	var got solvers.Result
	s.Solve(r.puzzle, solvers.Limits{}, &got)
	switch {
	case got.Solutions != 1:
		return "found " + strconv.Itoa(got.Solutions) + " solutions, the source 1"
	case got.First.String() != r.solution.String():
		return "solved as " + got.First.String() + ", by the source as " + r.solution.String()
	case got.Nodes != r.nodes:
		return "took " + strconv.FormatUint(got.Nodes, 10) + " nodes, the source " + strconv.FormatUint(r.nodes, 10)
	case got.Updates != r.updates:
		return "took " + strconv.FormatUint(got.Updates, 10) + " updates, the source " + strconv.FormatUint(r.updates, 10)
	}
	return ""
}

// readFidelity reads a file of recorded figures and ends the test where it is
// malformed or empty.
func readFidelity(t *testing.T, file string) []fidelityRow {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.FieldsPerRecord = 5
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(records) < 2 {
		t.Fatalf("%s holds no figures", file)
	}
	rows := make([]fidelityRow, 0, len(records)-1)
	for i, record := range records[1:] {
		r := fidelityRow{name: record[0]}
		var errs [4]error
		r.puzzle, errs[0] = solvers.ParseGrid(record[1])
		r.solution, errs[1] = solvers.ParseGrid(record[2])
		r.nodes, errs[2] = strconv.ParseUint(record[3], 10, 64)
		r.updates, errs[3] = strconv.ParseUint(record[4], 10, 64)
		for _, err := range errs {
			if err != nil {
				t.Fatalf("%s:%d: %s: %v", file, i+2, r.name, err)
			}
		}
		rows = append(rows, r)
	}
	return rows
}
