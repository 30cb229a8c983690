package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// kernel9 has the registers that the parts of the function for 9x9 share. Values that are needed in
// the whole function have fixed registers, because avo does not find an allocation otherwise.
type kernel9 struct {
	x, was     [3]reg.Register // the cells now, and before the round
	minusOne   reg.Register
	box1, box2 reg.Register    // shuffles that bring the next row of the box, the one after it
	diagonals  [4]reg.Register // shuffles along the diagonals of row triads
	band1      reg.Register    // shuffle that brings the same row and stack of the next band
	band2      reg.Register    // and of the band after it
	row1, row2 reg.Register    // masks of lanes

	lines   reg.Register
	columns [3]reg.Register // by vector: in each lane, the column triad of its cell
	must    reg.Register    // the digits of lines that the row triads must hold
	sole    reg.Register
	covered reg.Register // digits that have a place in the box of a lane
}

// propagate9 emits the function. Its loop ends when a round does not change anything, and counting
// the digits of triads does not change anything either.
func propagate9() {
	TEXT("propagate9AVX512", NOSPLIT, "func(dst, src *uint16, cell int, digits uint, view *uint64) int")
	Pragma("noescape")
	Doc("propagate9AVX512 takes one branch of the search. It reads the state src, allows one cell only some of",
		"its digits, draws all conclusions by the rules of state9.propagate, and stores the new state in dst. The",
		"pointers src and dst may be equal. Both states are stored as a lanes9.",
		"",
		"The parameter `cell` is the number of the cell, row by row. If `cell` is -1, all cells keep their",
		"digits. The parameter `digits` has one bit for each digit that the cell may keep.",
		"",
		"propagate9AVX512 stores the view9 of the new state in view, and returns the number of solved cells. If",
		"the grid turns out not to have a solution, it returns -1 and stores nothing.")
	g := &kernel9{
		x:        [3]reg.Register{reg.Z0, reg.Z1, reg.Z2},
		was:      [3]reg.Register{reg.Z3, reg.Z4, reg.Z5},
		minusOne: reg.Z6,
	}
	g.constants()
	g.place()

	Label("round")
	for k := range g.x {
		VMOVDQA64(g.x[k], g.was[k])
	}
	g.round()
	uncovered, empty, changed := K(), K(), K()
	VPCMPUW(U8(differ), bytes64("all", byteOf(func(int) uint16 { return 511 })), g.covered, uncovered)
	least := ZMM()
	VPMINUW(g.x[0], g.x[1], least)
	VPMINUW(g.x[2], least, least)
	VPTESTNMW(least, least, empty)
	KORTESTD(uncovered, empty)
	JNZ(LabelRef("fail"))
	difference := ZMM()
	VPXORD(g.x[0], g.was[0], difference)
	ternary(a|(b^c), difference, g.x[1], g.was[1])
	ternary(a|(b^c), difference, g.x[2], g.was[2])
	VPTESTMD(difference, difference, changed)
	KORTESTW(changed, changed)
	JNZ(LabelRef("round"))

	g.count()
	g.store()

	Label("fail")
	endSolved(nil)
}

func (g *kernel9) constants() {
	VPTERNLOGD(U8(0xff), g.minusOne, g.minusOne, g.minusOne)
	g.box1 = shuffle(reg.Z7, "box1", func(b, r, s int) int { return lane(b, r+1, s) })
	g.box2 = shuffle(reg.Z8, "box2", func(b, r, s int) int { return lane(b, r+2, s) })
	g.diagonals = [4]reg.Register{
		shuffle(reg.Z9, "band_rising1", func(b, r, s int) int { return lane(b, r+1, s+1) }),
		shuffle(reg.Z10, "band_rising2", func(b, r, s int) int { return lane(b, r+2, s+2) }),
		shuffle(reg.Z11, "band_falling1", func(b, r, s int) int { return lane(b, r+1, s+2) }),
		shuffle(reg.Z12, "band_falling2", func(b, r, s int) int { return lane(b, r+2, s+1) }),
	}
	g.band1 = shuffle(reg.Z13, "band1", func(b, r, s int) int { return lane(b+1, r, s) })
	g.band2 = shuffle(reg.Z14, "band2", func(b, r, s int) int { return lane(b+2, r, s) })
	g.row1, g.row2 = rows(1), rows(2)
}

// place loads the cells, and sets the candidates of one of them to digits.
func (g *kernel9) place() {
	src := Load(Param("src"), GP64())
	for k := range g.x {
		VMOVDQU64(Mem{Base: src, Disp: zmmBytes * k}, g.x[k])
	}
	numbers, number, digits := ZMM(), ZMM(), ZMM()
	first := func(b, r, s int) uint16 { return uint16(3 * lane(b, r, s)) }
	VMOVDQU64(table("first_cells", first, func(int) uint16 { return 1000 }), numbers)
	cell, set := Load(Param("cell"), GP64()), Load(Param("digits"), GP64())
	VPBROADCASTW(set.(reg.GPVirtual).As32(), digits)
	for k := range g.x {
		hit := K()
		VPBROADCASTW(cell.(reg.GPVirtual).As32(), number)
		VPCMPEQW(numbers, number, hit)
		VMOVDQU16(digits, hit, g.x[k])
		if k < 2 {
			DECQ(cell) // The cells of the next vector are one further on.
		}
	}
}
