package dlxstruct_test

import (
	"testing"

	"gridjudge/solvers/dlxstruct"
	"gridjudge/solvers/solverstest"
)

// The figures are those of the program for 9x9 grids, as written and with its
// restore put in reverse.
func TestFidelity(t *testing.T) {
	solverstest.Fidelity(t, dlxstruct.Spec, "testdata/forward-9x9.csv")
	solverstest.Fidelity(t, dlxstruct.SpecReverse, "testdata/reverse-9x9.csv")
}

// TestContract holds it to the contract.
func TestContract(t *testing.T) {
	t.Run(dlxstruct.Spec.Name, func(t *testing.T) { solverstest.Run(t, dlxstruct.Spec) })
	t.Run(dlxstruct.SpecReverse.Name, func(t *testing.T) { solverstest.Run(t, dlxstruct.SpecReverse) })
}
