package cells_test

import (
	"testing"

	"gridjudge/solvers/cells"
	"gridjudge/solvers/solverstest"
)

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, cells.Spec)
	solverstest.RunCovers(t, cells.Spec)
}
