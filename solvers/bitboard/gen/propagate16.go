package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// kernel16 has the registers that the parts of the function for 16x16 share. Arrays of four are
// indexed by the column k in the stack. Arrays of two are indexed by the half of the grid: bands 0
// and 1, or bands 2 and 3.
type kernel16 struct {
	x        [4][2]reg.Register
	minusOne reg.Register
	upper    reg.Register // mask of the upper two of every four 64-bit words

	lines, columns [2]reg.Register
	sole           [2]reg.Register // hidden singles
	covered        [2]reg.Register // digits that have a place in the box, row and column of a lane
}

// at returns vector x[k][half] in memory.
func at(base reg.Register, k, half int) Mem { return Mem{Base: base, Disp: zmmBytes * (2*k + half)} }

// propagate16 emits the function.
func propagate16() {
	TEXT("propagate16AVX512", NOSPLIT, "func(dst, src *uint16, cell int, digits uint, view *uint64) bool")
	Pragma("noescape")
	Doc("propagate16AVX512 takes one branch of the search. It reads the state src, allows one cell only some of",
		"its digits, draws all conclusions by the rules of state16.propagate, and stores the new state in dst.",
		"The pointers src and dst may be equal. Both states are stored as a lanes16.",
		"",
		"The parameter `cell` is the number of the cell, row by row. If `cell` is -1, all cells keep their",
		"digits. The parameter `digits` has one bit for each digit that the cell may keep.",
		"",
		"propagate16AVX512 stores the cells with two candidates and the open cells in view, which is a view16, and",
		"returns true. If the grid turns out not to have a solution, it returns false. The contents of dst and",
		"view are then undefined.")
	g := &kernel16{minusOne: reg.Z8}
	for k := range 4 {
		g.x[k] = [2]reg.Register{[]reg.Register{reg.Z0, reg.Z1, reg.Z2, reg.Z3}[k], []reg.Register{reg.Z4, reg.Z5, reg.Z6, reg.Z7}[k]}
	}
	VPTERNLOGD(U8(0xff), g.minusOne, g.minusOne, g.minusOne)
	g.upper = mask64(0b11001100)
	g.place()

	dst := Load(Param("dst"), GP64())
	Label("round")
	for k, halves := range g.x {
		for h, x := range halves {
			VMOVDQU64(x, at(dst, k, h))
		}
	}
	for h := range 2 {
		g.match(h) // before naked, because it does not have to wait for the shuffles of naked
		g.naked(h)
	}
	g.matchColumns()
	least := g.hidden()
	uncovered, empty, changed := K(), K(), K()
	all := ZMM()
	VPANDD(g.covered[0], g.covered[1], all)
	VPCMPUW(U8(differ), g.minusOne, all, uncovered)
	VPTESTNMW(least, least, empty)
	KORTESTD(uncovered, empty)
	JNZ(LabelRef("fail"))
	difference := ZMM()
	VPXORD(at(dst, 0, 0), g.x[0][0], difference)
	for i := 1; i < 8; i++ {
		ternary(a|(b^c), difference, g.x[i/2][i%2], at(dst, i/2, i%2))
	}
	VPTESTMD(difference, difference, changed)
	KORTESTW(changed, changed)
	JNZ(LabelRef("round"))

	g.count()
	g.store()

	Label("fail")
	end(false)
}

// place loads the cells, and sets the candidates of one of them to digits.
func (g *kernel16) place() {
	src := Load(Param("src"), GP64())
	numbers, number, digits := ZMM(), ZMM(), ZMM()
	VMOVDQU64(bytes64("first_cells16", byteOf(func(l int) uint16 { return uint16(4 * l) })), numbers)
	cell, set := Load(Param("cell"), GP64()), Load(Param("digits"), GP64())
	VPBROADCASTW(set.(reg.GPVirtual).As32(), digits)
	for h := range 2 {
		for k := range g.x {
			hit := K()
			VMOVDQU64(at(src, k, h), g.x[k][h])
			VPBROADCASTW(cell.(reg.GPVirtual).As32(), number)
			VPCMPEQW(numbers, number, hit)
			VMOVDQU16(digits, hit, g.x[k][h])
			DECQ(cell) // The cells of the next vector are one further on.
		}
		SUBQ(U8(128-4), cell)
	}
}
