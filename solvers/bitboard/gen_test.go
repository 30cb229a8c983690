package bitboard

import (
	"testing"

	"gridjudge/solvers/internal/kerneltest"
)

//go:generate go -C gen run . -avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg bitboard
//go:generate go -C gen run . -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg bitboard

func TestGeneratedAssembly(t *testing.T) {
	kerneltest.Generated(t)
}
