package bitboard

import (
	"golang.org/x/sys/cpu"

	"gridjudge/solvers"
)

//go:generate go -C gen run . -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg bitboard

// vectors says whether the processor has what the assembly needs: shuffles of
// bytes and counts of bits within words of 512-bit vectors (Ice Lake, Zen 4).
// GODEBUG=cpu.avx512f=off hides it from view.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG

// new9 makes the fastest solver of 9x9 grids that the processor carries.
func new9() solvers.Solver {
	if vectors {
		return new(vector9)
	}
	return newSolver9()
}

// new16 makes the fastest solver of 16x16 grids that the processor carries.
func new16() solvers.Solver {
	if vectors {
		return newVector16()
	}
	return newSolver16()
}
