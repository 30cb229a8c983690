package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

// byRow returns row 0 of each band of x0, row 1 of x1, row 2 of x2.
func (g *kernel9) byRow(x0, x1, x2 reg.Register) reg.Register {
	return merged(g.row2, merged(g.row1, copied(x0), x1), x2)
}

// naked eliminates the digits of naked singles from the rest of their boxes.
// Matching does so in rows and columns.
func (g *kernel9) naked() {
	var single [3]reg.Register
	for k, x := range g.x {
		less, lanes := ZMM(), K()
		VPADDW(g.minusOne, x, less)
		VPTESTNMW(x, less, lanes)
		single[k] = masked(lanes, x)
	}
	triad := ternary(a|b|c, copied(single[0]), single[1], single[2])
	next, last := shuffled(triad, g.box1), shuffled(triad, g.box2)
	for k, x := range g.x {
		ternary(a&^(b|c), x, single[(k+1)%3], single[(k+2)%3])
		ternary(a&^(b|c), x, next, last)
	}
}

// inMatching returns the triads that some perfect matching has: a triad and the
// other two of one of its diagonals.
func inMatching(t reg.Register, diagonals *[4]reg.Register) reg.Register {
	var d [4]reg.Register
	for i := range diagonals {
		d[i] = shuffled(t, diagonals[i])
	}
	rising := ternary(a&b&c, d[0], d[1], t)
	falling := ternary(a&b&c, d[2], d[3], t)
	v := ZMM()
	VPORD(rising, falling, v)
	return v
}

// match computes what triads may hold, and where a digit has only one cell.
func (g *kernel9) match() {
	x := &g.x
	two := ternary(a&b|c&(a|b), copied(x[0]), x[1], x[2])
	lines := ternary(a|b|c, copied(x[0]), x[1], x[2])
	own := g.byRow(x[0], x[1], x[2])
	next := shuffled(g.byRow(x[2], x[0], x[1]), g.box1)
	last := shuffled(g.byRow(x[1], x[2], x[0]), g.box2)
	columns := ternary(a|b|c, own, next, last)

	g.lines = inMatching(lines, &g.band)
	g.columns = inMatching(columns, &g.stack)
	one, other := shuffled(g.lines, g.box1), shuffled(g.lines, g.box2)
	g.must = ternary(a&^(b|c), copied(g.lines), one, other)
	g.covered = ternary(a|b|c, one, other, g.lines)
	g.sole = ZMM()
	VPANDND(g.must, two, g.sole)
}

// hidden eliminates from the cells what their triads lost, and from the cells of
// hidden singles the other digits.
func (g *kernel9) hidden() {
	for k, x := range g.x {
		ternary(a&b&c, x, g.lines, shuffled(g.columns, g.spread[k]))
		single, lanes := ZMM(), K()
		VPTESTMW(g.sole, x, lanes)
		VPANDD(g.sole, x, single)
		merged(lanes, x, single)
	}
}
