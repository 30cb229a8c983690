package pointer_test

import (
	"testing"

	"gridjudge/solvers/pointer"
	"gridjudge/solvers/solverstest"
)

// Answers, nodes and updates equal the ones that the pointer program for POJ 3076 reports.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, pointer.Spec, "testdata/16x16.csv")
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, pointer.Spec)
}
