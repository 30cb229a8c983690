package dlx_test

import (
	"testing"

	"gridjudge/solvers/dlx"
	"gridjudge/solvers/solverstest"
)

// Answers, nodes and updates equal the ones that the array program for POJ 3074 and POJ 3076 reports.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, dlx.Spec, "testdata/9x9.csv")
	solverstest.Fidelity(t, dlx.Spec, "testdata/16x16.csv")
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, dlx.Spec)
}
