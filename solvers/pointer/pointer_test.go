package pointer_test

import (
	"testing"

	"gridjudge/solvers/pointer"
	"gridjudge/solvers/solverstest"
)

// The figures are those of the pointer program for POJ 3076.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, pointer.Spec, "testdata/16x16.csv")
}

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, pointer.Spec)
}
