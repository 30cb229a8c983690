package links_test

import (
	"testing"

	"gridjudge/solvers/links"
	"gridjudge/solvers/solverstest"
)

// On grids it searches the tree of package dlx.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, links.Spec, "../dlx/testdata/9x9.csv")
	solverstest.Fidelity(t, links.Spec, "../dlx/testdata/16x16.csv")
}

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	solverstest.Run(t, links.Spec)
	solverstest.RunCovers(t, links.Spec)
}
