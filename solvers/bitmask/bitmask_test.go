package bitmask_test

import (
	"testing"

	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/solverstest"
)

// Answers, nodes and updates equal the ones that the mask program for POJ 3076 (AcWing 169) reports.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, bitmask.Spec, "testdata/16x16.csv")
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, bitmask.Spec)
}
