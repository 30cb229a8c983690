package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A band of a puzzle or of an answer has 27 bytes, which two overlapping parts of 16 bytes cover.
const (
	bandBytes = 27
	part1     = bandBytes - 16
)

// none is an index for which VPSHUFB gives 0.
const none = 0x80

// load9AVX2 emits the function that reads a puzzle.
func load9AVX2() {
	TEXT("load9AVX2", NOSPLIT, "func(dst *uint16, puzzle *uint8) int")
	Pragma("noescape")
	Doc("load9AVX2 stores the candidates of a puzzle in dst, as a quarters9, and returns the number of givens.",
		"The puzzle must have 81 cells and no digit above 9.")
	dst, puzzle := Load(Param("dst"), GP64()), Load(Param("puzzle"), GP64())
	for b := range 3 {
		var parts [2]reg.Register
		for i := range parts {
			parts[i] = YMM()
			VBROADCASTI128(Mem{Base: puzzle, Disp: bandBytes*b + part1*i}, parts[i])
		}
		for k := range 3 {
			digits := YMM()
			VPSHUFB(fromBand(k, 0), parts[0], digits)
			rest := YMM()
			VPSHUFB(fromBand(k, 1), parts[1], rest)
			VPOR(rest, digits, digits)
			low, high := YMM(), YMM()
			VMOVDQU(global("low_candidates", func(i int) uint8 { return uint8(candidatesOf(i % 16)) }), low)
			VMOVDQU(global("high_candidates", func(i int) uint8 { return uint8(candidatesOf(i%16) >> 8) }), high)
			VPSHUFB(digits, low, low)
			VPSHUFB(digits, high, high)
			mask := YMM()
			VMOVDQU(words("high_bytes", 0xff00), mask)
			VPBLENDVB(mask, high, low, low)
			VMOVDQU(low, Mem{Base: dst, Disp: ymmBytes * (3*b + k)})
		}
	}
	givens := GP64()
	XORL(givens.As32(), givens.As32())
	zero := YMM()
	VPXOR(zero, zero, zero)
	for i, at := range []int{0, 32, 49} {
		empty := YMM()
		VPCMPEQB(Mem{Base: puzzle, Disp: at}, zero, empty)
		m := signs(empty).(reg.GPVirtual)
		NOTL(m.As32())
		if i == 2 {
			SHRL(U8(64-49), m.As32()) // the cells before are counted
		}
		POPCNTL(m.As32(), m.As32())
		ADDQ(m.As64(), givens)
	}
	VZEROUPPER()
	Store(givens, ReturnIndex(0))
	RET()
}

// candidatesOf returns the candidates of a cell for which the puzzle has d.
func candidatesOf(d int) int {
	switch {
	case d == 0:
		return 511
	case d < 10:
		return 1 << (d - 1)
	}
	return 0
}

// fromBand returns indices that take vector k of a band from one of its parts. They put the digit
// into both bytes of a word. Words that do not belong to a cell become cells without a given.
func fromBand(k, part int) Mem {
	name := "from_band" + string(rune('0'+k)) + "_" + string(rune('0'+part))
	return global(name, func(i int) uint8 {
		r, s := i/2%4, i/8
		at := 9*r + 3*s + k
		if r == 3 || s == 3 || (at >= 16) != (part == 1) {
			return none
		}
		return uint8(at - part1*part)
	})
}

// answer9AVX2 emits the function that writes a solution.
func answer9AVX2() {
	TEXT("answer9AVX2", NOSPLIT, "func(grid *uint8, src *uint16)")
	Pragma("noescape")
	Doc("answer9AVX2 writes the digits of src, which is a quarters9, to a grid of 81 cells. All cells must be",
		"solved.")
	grid, src := Load(Param("grid"), GP64()), Load(Param("src"), GP64())
	for b := range 3 {
		var digit [3]reg.Register
		for k := range digit {
			digit[k] = digitsOf(Mem{Base: src, Disp: ymmBytes * (3*b + k)})
		}
		VPSLLW(U8(8), digit[1], digit[1])
		VPOR(digit[0], digit[1], digit[1])
		for part := range 2 {
			v, w := YMM(), YMM()
			VPSHUFB(toBand(part, 0), digit[1], v)
			VPSHUFB(toBand(part, 2), digit[2], w)
			VPOR(w, v, v)
			x := XMM()
			VEXTRACTI128(U8(1), v, x)
			VPOR(x, v.AsX(), x)
			VMOVDQU(x, Mem{Base: grid, Disp: bandBytes*b + part1*part})
		}
	}
	VZEROUPPER()
	RET()
}

// digitsOf returns the digits of solved cells. Each is the low byte of its word, and the other byte
// is 0. It finds them by a multiplication: the four highest bits of the product are different for
// each candidate, and never 0. This works as with a de Bruijn sequence.
func digitsOf(cells Mem) reg.VecVirtual {
	const factor = 0x1350
	v, table := YMM(), YMM()
	VMOVDQU(words("factor", factor), v)
	VPMULLW(cells, v, v)
	VPSRLW(U8(12), v, v)
	VMOVDQU(global("digit_of_product", func(i int) uint8 {
		for d := range 9 {
			if factor<<d>>12&15 == i%16 {
				return uint8(d + 1)
			}
		}
		return 0
	}), table)
	VPSHUFB(v, table, v)
	return v
}

// toBand returns indices that put the digits of column k into a part of a band. For k = 0, they
// also put there the digits of column 1, which are in the higher bytes.
func toBand(part, k int) Mem {
	name := "to_band" + string(rune('0'+k)) + "_" + string(rune('0'+part))
	return global(name, func(i int) uint8 {
		at := i%16 + part1*part
		r, s, column := at/9, at%9/3, at%3
		if s/2 != i/16 || (column == 2) != (k == 2) {
			return none
		}
		return uint8(s%2*8 + 2*r + column%2)
	})
}
