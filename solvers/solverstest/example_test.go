package solverstest_test

import (
	"testing"

	"gridjudge/solvers/dlx"
	"gridjudge/solvers/links"
	"gridjudge/solvers/solverstest"
)

// The whole test file of a solver for grids, which tests that it keeps the contract. Your Spec stands in place of dlx.Spec.
func ExampleRun() {
	testContract := func(t *testing.T) { solverstest.Run(t, dlx.Spec) } // func TestContract(t *testing.T) in your file
	_ = testContract
}

// The same for a solver for exact cover.
func ExampleRunCovers() {
	testContract := func(t *testing.T) { solverstest.RunCovers(t, links.Spec) } // func TestContract(t *testing.T) in your file
	_ = testContract
}
