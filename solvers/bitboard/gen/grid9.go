package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// part1Of64 is where the second of two overlapping parts starts. Each has 64 bytes, and together
// they cover a grid of 81.
const part1Of64 = 81 - 64

// load9 emits the function that reads a puzzle.
func load9() {
	TEXT("load9AVX512", NOSPLIT, "func(dst *uint16, puzzle *uint8) int")
	Pragma("noescape")
	Doc("load9AVX512 stores the candidates of a puzzle in dst, as a lanes9, and returns the number of givens.",
		"The puzzle must have 81 cells and no digit above 9.")
	dst, puzzle := Load(Param("dst"), GP64()), Load(Param("puzzle"), GP64())
	parts, givens := cellsOf(puzzle, 81)
	low, high := ZMM(), ZMM()
	VMOVDQU64(bytes64("low_candidates", func(i int) uint8 { return uint8(candidatesOf(i % 16)) }), low)
	VMOVDQU64(bytes64("high_candidates", func(i int) uint8 { return uint8(candidatesOf(i%16) >> 8) }), high)
	cells, highBytes := mask64(1<<54-1), mask64(0xaaaaaaaaaaaaaaaa)
	for k := range 3 {
		digits := ZMM()
		VMOVDQU64(bytes64("from_grid"+string(rune('0'+k)), func(i int) uint8 {
			at := (3*(i/2) + k) % 81
			if at >= 64 {
				at += 64 - part1Of64
			}
			return uint8(at)
		}), digits)
		VPERMI2B_Z(parts[1], parts[0], cells, digits)
		v, w := ZMM(), ZMM()
		VPSHUFB(digits, low, v)
		VPSHUFB(digits, high, w)
		VMOVDQU8(w, highBytes, v)
		VMOVDQU64(v, Mem{Base: dst, Disp: zmmBytes * k})
	}
	VZEROUPPER()
	Store(givens, ReturnIndex(0))
	RET()
}

// answer9 emits the function that writes a solution.
func answer9() {
	TEXT("answer9AVX512", NOSPLIT, "func(grid *uint8, src *uint16)")
	Pragma("noescape")
	Doc("answer9AVX512 writes the digits of src, which is a lanes9, to a grid of 81 cells. All cells must be",
		"solved.")
	grid, src := Load(Param("grid"), GP64()), Load(Param("src"), GP64())
	minusOne := ZMM()
	VPTERNLOGD(U8(0xff), minusOne, minusOne, minusOne)
	var digits [3]reg.VecVirtual
	for k := range digits {
		v := digits512(Mem{Base: src, Disp: zmmBytes * k}, minusOne)
		VPMOVWB(v, v.AsY())
		digits[k] = v
	}
	VINSERTI64X4(U8(1), digits[1].AsY(), digits[0], digits[0])
	for i := range 2 {
		v := ZMM()
		VMOVDQU64(bytes64("to_grid"+string(rune('0'+i)), func(n int) uint8 {
			n += part1Of64 * i
			return uint8(n/3 + n%3*32)
		}), v)
		VPERMI2B(digits[2], digits[0], v)
		VMOVDQU64(v, Mem{Base: grid, Disp: part1Of64 * i})
	}
	VZEROUPPER()
	RET()
}

// cellsOf returns the cells of a puzzle in vectors of 64 bytes, and the number of givens. The last
// vector ends with the last cell, so it may overlap the vector before it.
func cellsOf(puzzle reg.Register, cells int) (parts []reg.Register, givens reg.GPVirtual) {
	givens = GP64()
	XORL(givens.As32(), givens.As32())
	for i := 0; i < cells; i += zmmBytes {
		from := min(i, cells-zmmBytes)
		part, given, n := ZMM(), K(), GP64()
		VMOVDQU64(Mem{Base: puzzle, Disp: from}, part)
		VPTESTMB(part, part, given)
		if from < i {
			KSHIFTRQ(U8(i-from), given, given) // the cells before are counted
		}
		KMOVQ(given, n)
		POPCNTQ(n, n)
		ADDQ(n, givens)
		parts = append(parts, part)
	}
	return parts, givens
}

// digits512 returns the digits of cells as words. Each cell must have a single candidate.
func digits512(cells Mem, minusOne reg.Register) reg.VecVirtual {
	v := ZMM()
	VMOVDQU64(cells, v)
	VPADDW(v, v, v)
	VPADDW(minusOne, v, v)
	VPOPCNTW(v, v) // one bit is set for each digit up to the digit of the cell
	return v
}

// bytes64 returns a vector of 64 bytes in memory.
func bytes64(name string, at func(i int) uint8) Mem { return inMemory(name, zmmBytes, at) }

func mask64(m uint64) reg.Register {
	t, k := GP64(), K()
	MOVQ(U64(m), t)
	KMOVQ(t, k)
	return k
}
