package cover

import (
	"reflect"
	"slices"
	"testing"

	"gridjudge/solvers"
)

// first is a solver that always chooses the first option of an item.
type first struct{ seen solvers.Matrix }

func (f *first) Solve(m *solvers.Matrix, _ solvers.Limits, c *solvers.Cover) {
	f.seen = *m
	c.Reset()
	c.Nodes, c.Updates, c.Stopped = 2, 3, solvers.Cancelled
	if m.Options() == 16 {
		var all []int32
		for o := range m.All() {
			all = append(all, int32(o))
		}
		c.Found(all)
	}
}

// A full grid keeps one option per cell, and its only cover is the grid itself.
func TestOnGrids(t *testing.T) {
	full, err := solvers.ParseGrid("1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	var f first
	s := OnGrids(func() solvers.CoverSolver { return &f })(4)
	var r solvers.Result
	s.Solve(full, solvers.Limits{}, &r)
	counts := solvers.Counts{Solutions: 1, Nodes: 2, Updates: 3, Stopped: solvers.Cancelled}
	if want := (solvers.Result{Counts: counts, First: full}); !reflect.DeepEqual(r, want) {
		t.Errorf("the full grid: %+v, want %+v", r, want)
	}
	if err := f.seen.Valid(); err != nil {
		t.Fatal(err)
	}

	open := append(solvers.Grid{}, full...)
	open[5] = 0
	s.Solve(open, solvers.Limits{}, &r)
	counts.Solutions = 0
	if want := (solvers.Result{Counts: counts, First: solvers.Grid{}}); !reflect.DeepEqual(r, want) {
		t.Errorf("the grid with an open cell: %#v, want %#v", r, want)
	}
	if got := f.seen.Options(); got != 15+4 {
		t.Fatalf("%d options, want %d", got, 15+4)
	}
	// Cell 15 holds 1, and 4 is the first digit that is tried in cell 5.
	for o, want := range map[int][]int32{
		0:  {15, 16 + 3*4, 32 + 3*4, 48 + 3*4},
		10: {5, 16 + 4 + 3, 32 + 4 + 3, 48 + 3},
		13: {5, 16 + 4, 32 + 4, 48},
	} {
		if got := f.seen.Option(o); !slices.Equal(got, want) {
			t.Errorf("option %d: %v, want %v", o, got, want)
		}
	}
}
