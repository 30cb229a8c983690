package dlxstruct_test

import (
	"testing"

	"gridjudge/solvers/dlxstruct"
	"gridjudge/solvers/solverstest"
)

// Answers, nodes and updates equal the ones that the source for 9x9 grids reports, as written and repaired.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, dlxstruct.SpecBuggy, "testdata/buggy-9x9.csv")
	solverstest.Fidelity(t, dlxstruct.SpecRepaired, "testdata/repaired-9x9.csv")
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	t.Run(dlxstruct.SpecBuggy.Name, func(t *testing.T) { solverstest.Run(t, dlxstruct.SpecBuggy) })
	t.Run(dlxstruct.SpecRepaired.Name, func(t *testing.T) { solverstest.Run(t, dlxstruct.SpecRepaired) })
}
