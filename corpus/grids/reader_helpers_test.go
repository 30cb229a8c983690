package grids

import (
	"io"
	"testing"

	"gridjudge/solvers"
)

func mustGrid(t testing.TB, s string) solvers.Grid {
	t.Helper()
	g, err := solvers.ParseGrid(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return g
}

// formats are the formats of all problems.
var formats = []*Format{POJ3074, POJ3076, AcWing169, Luogu1784, Sudoku4, Sudoku25, POJ2676, POJ2918, HDU1426, HDU2780, HDU3111, SPOJSudoku, ZOJ3122, AcWing166, SPOJNovice42, ECNU1021}

func mustProblem(t testing.TB, name string) *Format {
	t.Helper()
	for _, f := range formats {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("unknown problem %s", name)
	return nil
}

// ofSize returns the first format with grids of a size.
func ofSize(size int) *Format {
	for _, f := range formats {
		if f.Size == size {
			return f
		}
	}
	return nil
}

// ReadAll reads all remaining puzzles. It returns an error together with the puzzles before
// the error.
func (r *Reader) ReadAll() ([]Case, error) {
	var cases []Case
	for {
		var c Case
		if err := r.Next(&c); err != nil {
			if err == io.EOF {
				err = nil
			}
			return cases, err
		}
		cases = append(cases, c)
	}
}

// Size returns the grid size of the file; 0 before the first puzzle is read.
func (r *Reader) Size() int {
	if r.layout == nil {
		return 0
	}
	return r.layout.alphabet.size
}
