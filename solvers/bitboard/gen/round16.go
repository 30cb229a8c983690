package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The number of a lane is made of the stack (the lowest bits), the row, and the band within the
// half. A 64-bit word is a row of four boxes, and a 256-bit half of a vector is a band. The column
// triads of column k of each stack are in the lanes of row k.

// union returns the digits that any of the three holds.
func union(x, y, z reg.Register) reg.Register { return ternary(a|b|c, x, y, z) }

// othersInBox returns the digits that the other three rows of each box hold.
func othersInBox(x reg.Register) reg.Register {
	var r [3]reg.Register
	for i, order := range []uint8{0b00_11_10_01, 0b01_00_11_10, 0b10_01_00_11} {
		r[i] = ZMM()
		VPERMQ(U8(order), x, r[i])
	}
	return union(r[0], r[1], r[2])
}

// othersInRow returns the digits that the other three boxes of each row hold.
func othersInRow(x reg.Register) reg.Register {
	var r [3]reg.Register
	for i := range r {
		r[i] = ZMM()
		VPROLQ(U8(16*(i+1)), x, r[i])
	}
	return union(r[0], r[1], r[2])
}

// othersInColumn returns, by half, the digits that the column triads of the other three bands hold.
func othersInColumn(x [2]reg.Register) [2]reg.Register {
	var swapped, others [2]reg.Register
	for h := range x {
		swapped[h] = ZMM()
		VSHUFI64X2(U8(0b01_00_11_10), x[h], x[h], swapped[h])
	}
	others[0] = union(copied(swapped[0]), swapped[1], x[1])
	others[1] = union(swapped[1], swapped[0], x[0])
	return others
}

// without returns x without y.
func without(x, y reg.Register) reg.Register {
	v := ZMM()
	VPANDND(x, y, v)
	return v
}

// either returns the union of two.
func either(x, y reg.Register) reg.Register {
	v := ZMM()
	VPORD(x, y, v)
	return v
}

// naked eliminates the digits of naked singles from the rest of their boxes.
func (g *kernel16) naked(h int) {
	var single [4]reg.Register
	for k := range g.x {
		x, less, lanes := g.x[k][h], ZMM(), K()
		VPADDW(g.minusOne, x, less)
		VPTESTNMW(x, less, lanes)
		single[k] = masked(lanes, x)
	}
	low, high := either(single[0], single[1]), either(single[2], single[3])
	box := othersInBox(either(low, high))
	VPORD(box, low, low)
	VPORD(box, high, high)
	for k := range g.x {
		rest := high
		if k >= 2 {
			rest = low
		}
		ternary(a&^(b|c), g.x[k][h], single[k^1], rest)
	}
}

// match computes what row triads and column triads may hold, and filters the row triads. If a digit
// has a single place in a row, it is eliminated from the other triads of that box. If it has a
// single place in a box, it is eliminated from the other triads of that row.
func (g *kernel16) match(h int) {
	x := [4]reg.Register{g.x[0][h], g.x[1][h], g.x[2][h], g.x[3][h]}
	low, high := either(x[0], x[1]), either(x[2], x[3])
	two := ZMM()
	VPANDD(x[0], x[1], two)
	ternary(a|b&c, two, x[2], x[3])
	ternary(a|b&c, two, low, high)
	lines := either(low, high)

	row, box := othersInRow(lines), othersInBox(lines)
	inRow, inBox := without(lines, row), without(lines, box)
	g.sole[h] = without(inBox, two)
	// covered is (row|lines)&(box|lines).
	g.covered[h] = ternary(a&b|c, row, box, lines)
	g.lines[h] = ternary(a&^(b|c), lines, othersInBox(inRow), othersInRow(inBox))

	var halves [2]reg.Register // the union of columns 0 and 1, and of columns 2 and 3
	for i := range halves {
		lower, higher, other := ZMM(), ZMM(), ZMM()
		VPUNPCKLQDQ(x[2*i+1], x[2*i], lower)
		VPUNPCKHQDQ(x[2*i+1], x[2*i], higher)
		VPORD(lower, higher, lower)
		VPERMQ(U8(0b01_00_11_10), lower, other)
		VPORD(lower, other, lower)
		halves[i] = lower
	}
	VMOVDQA64(halves[1], g.upper, halves[0])
	g.columns[h] = halves[0]
}

// matchColumns filters the column triads in the same way.
func (g *kernel16) matchColumns() {
	column := othersInColumn(g.columns)
	var inBox [2]reg.Register
	for h, t := range g.columns {
		ternary(a&(b|c), g.covered[h], column[h], t)
		inBox[h] = without(t, othersInBox(t))
	}
	barred := othersInColumn(inBox)
	for h, t := range g.columns {
		inColumn := without(t, column[h])
		ternary(a&^(b|c), t, othersInBox(inColumn), barred[h])
	}
}

// columnTriads returns, for each row, the column triads of columns k.
func columnTriads(columns reg.Register, k int) reg.Register {
	v := ZMM()
	VPERMQ(U8(0b01_01_01_01*k), columns, v)
	return v
}

// hidden eliminates the other digits from the cells of hidden singles, and from all cells the
// digits that their triads have lost. It returns the minimum of all cells, lane by lane.
func (g *kernel16) hidden() reg.Register {
	var least reg.Register
	for k := range g.x {
		for h, x := range g.x[k] {
			single, lanes := ZMM(), K()
			VPTESTMW(g.sole[h], x, lanes)
			VPANDD(g.sole[h], x, single)
			merged(lanes, x, single)
			ternary(a&b&c, x, g.lines[h], columnTriads(g.columns[h], k))
			if least == nil {
				least = copied(x)
			} else {
				VPMINUW(x, least, least)
			}
		}
	}
	return least
}
