package cdcl_test

import (
	"testing"

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
