package bitboard

import (
	"testing"

	"gridjudge/solvers/internal/kerneltest"
)

func TestGeneratedAssembly(t *testing.T) {
	kerneltest.Generated(t, "dispatch_amd64.go")
}
