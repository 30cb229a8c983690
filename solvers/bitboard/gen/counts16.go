package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// counts has the digits with at least one, two, three and four places in the unit of each lane.
type counts struct{ one, two, three, four reg.Register }

// countOf counts, lane by lane, how many of four vectors contain a digit.
func countOf(x [4]reg.Register) counts {
	low, high := either(x[0], x[1]), either(x[2], x[3])
	lows, highs, three, four := ZMM(), ZMM(), ZMM(), ZMM()
	VPANDD(x[0], x[1], lows)
	VPANDD(x[2], x[3], highs)
	VPANDD(lows, high, three)
	VPANDD(lows, highs, four)
	return counts{
		one:   either(low, high),
		two:   ternary(a|b&c, either(lows, highs), low, high),
		three: ternary(a|b&c, three, low, highs),
		four:  four,
	}
}

// plus returns n with the counts of other units added.
func (n counts) plus(m counts) counts {
	two, three, four := either(n.two, m.two), either(n.three, m.three), either(n.four, m.four)
	return counts{
		one:   either(n.one, m.one),
		two:   ternary(a|b&c, two, n.one, m.one),
		three: ternary(a|b&c, ternary(a|b&c, three, n.one, m.two), n.two, m.one),
		four:  ternary(a|b&c, ternary(a|b&c, ternary(a|b&c, four, n.one, m.three), n.two, m.two), n.three, m.one),
	}
}

// move copies a vector and moves its lanes.
type move func(from, to reg.Register)

// folded adds to each lane the counts of the lanes that each move brings there.
func (n counts) folded(moves ...move) counts {
	for _, m := range moves {
		one, two, three, four := ZMM(), ZMM(), ZMM(), ZMM()
		m(n.one, one)
		m(n.two, two)
		m(n.three, three)
		m(n.four, four)
		n = n.plus(counts{one, two, three, four})
	}
	return n
}

// rotated returns a move that moves the lanes of each row by n stacks.
func rotated(n int) move { return func(from, to reg.Register) { VPROLQ(U8(16*n), from, to) } }

// exchanged returns a move that moves the rows of each band by n.
func exchanged(n int) move {
	order := []uint8{1: 0b00_11_10_01, 2: 0b01_00_11_10}[n]
	return func(from, to reg.Register) { VPERMQ(U8(order), from, to) }
}

// few has the digits with exactly two and with exactly three places in the unit of each lane.
type few struct{ two, three reg.Register }

func (n counts) few() few { return few{without(n.two, n.three), without(n.three, n.four)} }

// fewInRowOrBox returns the digits with few places in the row or in the box of each lane.
func (g *kernel16) fewInRowOrBox(h int) few {
	triads := countOf([4]reg.Register{g.x[0][h], g.x[1][h], g.x[2][h], g.x[3][h]})
	rows, boxes := triads.folded(rotated(1), rotated(2)).few(), triads.folded(exchanged(1), exchanged(2)).few()
	return few{either(rows.two, boxes.two), either(rows.three, boxes.three)}
}

// fewInColumn returns the digits with few places in the columns. The lanes of row k have the digits
// for column k of each stack.
func (g *kernel16) fewInColumn() few {
	var halves [2]counts
	for h := range halves {
		var rows [4]reg.Register
		for i, unpack := range []func(ops ...Op){VPUNPCKLQDQ, VPUNPCKHQDQ} {
			low, high := ZMM(), ZMM()
			unpack(g.x[1][h], g.x[0][h], low)
			unpack(g.x[3][h], g.x[2][h], high)
			rows[2*i], rows[2*i+1] = copied(low), ZMM()
			VPERMQ(U8(0b01_00_11_10), high, g.upper, rows[2*i])
			VPERMQ(U8(0b01_00_11_10), low, rows[2*i+1])
			VMOVDQA64(high, g.upper, rows[2*i+1])
		}
		halves[h] = countOf(rows)
	}
	swapped := func(from, to reg.Register) { VSHUFI64X2(U8(0b01_00_11_10), from, from, to) }
	return halves[0].plus(halves[1]).folded(swapped).few()
}
