package cdcl_test

import (
	"testing"

	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/solverstest"
)

func TestConformance(t *testing.T) {
	solverstest.Run(t, cdcl.Spec)
}
