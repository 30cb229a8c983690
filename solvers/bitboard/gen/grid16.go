package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// load16 emits the function that reads a puzzle.
func load16() {
	TEXT("load16AVX512", NOSPLIT, "func(dst *uint16, puzzle *uint8) int")
	Pragma("noescape")
	Doc("load16AVX512 stores the candidates of a puzzle in dst, as a lanes16, and returns the number of givens.",
		"The puzzle must have 256 cells and no digit above 16.")
	dst, puzzle := Load(Param("dst"), GP64()), Load(Param("puzzle"), GP64())
	parts, givens := cellsOf(puzzle, 256)
	one, lowBytes, minusOne := each(1), mask64(0x5555555555555555), ZMM()
	VPTERNLOGD(U8(0xff), minusOne, minusOne, minusOne)
	for k := range 4 {
		from := bytes64(fmt.Sprintf("from_grid16_%d", k), func(i int) uint8 { return uint8(4*(i/2) + k) })
		for h := range 2 {
			digits, candidates, open := ZMM(), ZMM(), K()
			VMOVDQU64(from, digits)
			VPERMI2B_Z(parts[2*h+1], parts[2*h], lowBytes, digits)
			VPTESTNMW(digits, digits, open)
			VPADDW(minusOne, digits, digits)
			VPSLLVW(digits, one, candidates)
			VMOVDQU64(merged(open, candidates, minusOne), at(dst, k, h))
		}
	}
	VZEROUPPER()
	Store(givens, ReturnIndex(0))
	RET()
}

// answer16 emits the function that writes a solution.
func answer16() {
	TEXT("answer16AVX512", NOSPLIT, "func(grid *uint8, src *uint16)")
	Pragma("noescape")
	Doc("answer16AVX512 writes the digits of src, which is a lanes16, to a grid of 256 cells. All cells must be",
		"solved.")
	grid, src := Load(Param("grid"), GP64()), Load(Param("src"), GP64())
	minusOne := ZMM()
	VPTERNLOGD(U8(0xff), minusOne, minusOne, minusOne)
	orders := [2]reg.Register{pairs("to_grid16_0", 0), pairs("to_grid16_1", 1)}
	for h := range 2 {
		var digits [4]reg.Register
		for k := range digits {
			digits[k] = digits512(at(src, k, h), minusOne)
		}
		for _, k := range []int{0, 2} {
			VPSLLW(U8(8), digits[k+1], digits[k+1])
			VPORD(digits[k+1], digits[k], digits[k])
		}
		low, high := ZMM(), ZMM()
		VPUNPCKLWD(digits[2], digits[0], low)
		VPUNPCKHWD(digits[2], digits[0], high)
		for i, order := range orders {
			cells := copied(low)
			VPERMT2Q(high, order, cells)
			VMOVDQU64(cells, Mem{Base: grid, Disp: zmmBytes * (2*h + i)})
		}
	}
	VZEROUPPER()
	RET()
}

// pairs returns an index vector for VPERMT2Q that takes two 64-bit words from each of two vectors
// in turn, from their lower halves (half 0) or their upper halves (1).
func pairs(name string, half int) reg.Register {
	m, v := GLOBL(name, RODATA|NOPTR), ZMM()
	for i := range 8 {
		DATA(8*i, U64(4*half+i/4*2+i%2+i/2%2*8))
	}
	VMOVDQU64(m, v)
	return v
}
