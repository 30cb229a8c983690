package sliced

import (
	"testing"

	"gridjudge/solvers/solverstest"
)

func TestGeneratedAssembly(t *testing.T) {
	solverstest.Generated(t, "dispatch_amd64.go")
}
