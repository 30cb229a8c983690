package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count draws what follows from a triad holding three digits, and goes back to
// the rounds where something does. Where only three may go there, the other
// triads of the box in parallel lose them, and matching does the rest; where
// three must, others may not; fewer or more is a contradiction. So is a cell
// with two hidden singles.
func (g *kernel) count() {
	bad := K()
	KXORD(g.row1, g.row1, bad)
	for _, x := range g.x {
		single, less, lanes := ZMM(), ZMM(), K()
		VPANDD(g.sole, x, single)
		VPADDW(g.minusOne, single, less)
		VPTESTMW(single, less, lanes)
		KORD(lanes, bad, bad)
	}
	three := each(3)
	must := ternary(a&^(b|c), copied(g.columns), shuffled(g.columns, g.box1), shuffled(g.columns, g.box2))
	lines := g.countIn(g.lines, g.must, three, bad)
	columns := g.countIn(g.columns, must, three, bad)
	KORTESTD(bad, bad)
	JNZ(LabelRef("fail"))
	difference, changed := ZMM(), K()
	VPXORD(lines, g.lines, difference)
	ternary(a|(b^c), difference, columns, g.columns)
	VPTESTMD(difference, difference, changed)
	KORTESTW(changed, changed)
	JZ(LabelRef("quiet"))
	for k, x := range g.x {
		ternary(a&b&c, x, lines, shuffled(columns, g.spread[k]))
	}
	JMP(LabelRef("round"))
	Label("quiet")
}

// countIn is what the triads keep. It adds to bad the lanes that cannot be.
func (g *kernel) countIn(may, must, three, bad reg.Register) reg.Register {
	n, lanes := ZMM(), K()
	VPOPCNTW(may, n)
	VPCMPUW(U8(below), three, n, lanes)
	KORD(lanes, bad, bad)
	VPCMPEQW(three, n, lanes)
	full := masked(lanes, may)
	VPOPCNTW(must, n)
	VPCMPUW(U8(above), three, n, lanes)
	KORD(lanes, bad, bad)
	VPCMPEQW(three, n, lanes)
	kept := merged(lanes, copied(may), must)
	return ternary(a&^(b|c), kept, shuffled(full, g.box1), shuffled(full, g.box2))
}
