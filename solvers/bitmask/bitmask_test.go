package bitmask_test

import (
	"testing"

	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/solverstest"
)

// The figures are those of the mask program for POJ 3076 (AcWing 169).
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, bitmask.Spec, "testdata/16x16.csv")
}

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, bitmask.Spec)
}
