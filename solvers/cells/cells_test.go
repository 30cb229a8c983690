package cells_test

import (
	"testing"

	"gridjudge/solvers/cells"
	"gridjudge/solvers/solverstest"
)

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, cells.Spec)
	solverstest.RunCovers(t, cells.Spec)
}
