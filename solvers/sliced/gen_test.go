package sliced

import (
	"testing"

	"gridjudge/solvers/internal/kerneltest"
)

//go:generate go -C gen run . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg sliced
//go:generate go -C gen run . -wide -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg sliced

func TestGeneratedAssembly(t *testing.T) {
	kerneltest.Generated(t)
}
