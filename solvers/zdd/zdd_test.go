package zdd_test

import (
	"testing"

	"gridjudge/solvers/solverstest"
	"gridjudge/solvers/zdd"
)

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, zdd.Spec)
	solverstest.RunCovers(t, zdd.Spec)
}
