package links_test

import (
	"testing"

	"gridjudge/solvers/links"
	"gridjudge/solvers/solverstest"
)

// On grids, links searches the same tree as package dlx.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, links.Spec, "../dlx/testdata/9x9.csv")
	solverstest.Fidelity(t, links.Spec, "../dlx/testdata/16x16.csv")
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, links.Spec)
	solverstest.RunCovers(t, links.Spec)
}
