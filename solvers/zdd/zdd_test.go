package zdd_test

import (
	"testing"

	"gridjudge/solvers/solverstest"
	"gridjudge/solvers/zdd"
)

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, zdd.Spec)
	solverstest.RunCovers(t, zdd.Spec)
}
