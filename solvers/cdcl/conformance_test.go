package cdcl_test

import (
	"runtime"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/solverstest"
)

func TestConformance(t *testing.T) {
	solverstest.Run(t, cdcl.Spec)
	solverstest.RunCovers(t, cdcl.Spec)
}

// TestCounters compares the counters with recorded ones, and so makes sure that no decision depends on
// the machine.
func TestCounters(t *testing.T) {
	solverstest.Fidelity(t, cdcl.Spec, "testdata/9x9.csv")
	solverstest.Fidelity(t, cdcl.Spec, "testdata/16x16.csv")
}

// TestWarmAfterALargerMatrix checks that a larger matrix does not take away the memory that was warm before it.
func TestWarmAfterALargerMatrix(t *testing.T) {
	s := cdcl.NewCover()
	var r solvers.Cover
	small, large := matrices.Armies(2), matrices.Armies(3)
	s.Solve(small, solvers.Limits{}, &r)
	s.Solve(large, solvers.Limits{}, &r)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.Solve(small, solvers.Limits{}, &r)
	s.Solve(large, solvers.Limits{}, &r)
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; n > 0 {
		t.Errorf("%d allocations of a warm solver, want 0", n)
	}
}
