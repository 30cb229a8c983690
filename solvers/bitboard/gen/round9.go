package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

// byRow returns a vector with row 0 of each band from x0, row 1 from x1, and row 2 from x2.
func (g *kernel9) byRow(x0, x1, x2 reg.Register) reg.Register {
	return merged(g.row2, merged(g.row1, copied(x0), x1), x2)
}

// triads finds what triads may hold, and which digits have only one cell in a triad.
func (g *kernel9) triads() {
	x := &g.x
	two := ternary(a&b|c&(a|b), copied(x[0]), x[1], x[2])
	g.lines = ternary(a|b|c, copied(x[0]), x[1], x[2])
	one, other := shuffled(g.lines, g.box1), shuffled(g.lines, g.box2)
	g.must = ternary(a&^(b|c), copied(g.lines), one, other)
	g.covered = ternary(a|b|c, one, other, g.lines)
	g.sole = ZMM()
	VPANDND(g.must, two, g.sole)
	for k := range x {
		g.columns[k] = ternary(a|b|c, shuffled(x[k], g.box1), shuffled(x[k], g.box2), x[k])
	}
}

// matched returns, by vector, the digits that each cell may keep: its row triad must be in a
// perfect matching, and its column triad in another. A triad is in a perfect matching for a digit
// if both other triads of its rising diagonal, or both of its falling diagonal, may hold the digit.
func (g *kernel9) matched() (keep [3]reg.Register) {
	var next, last [3]reg.Register
	for k, columns := range g.columns {
		next[k], last[k] = shuffled(columns, g.band1), shuffled(columns, g.band2)
	}
	for k := range keep {
		after, before := (k+1)%3, (k+2)%3
		keep[k] = ZMM()
		VPANDD(next[after], last[before], keep[k])
		ternary(a|b&c, keep[k], last[after], next[before])
	}
	var d [4]reg.Register
	for i, diagonal := range g.diagonals {
		d[i] = shuffled(g.lines, diagonal)
	}
	VPANDD(d[0], d[1], d[1])
	lines := ternary(a&b|c, d[2], d[3], d[1])
	for _, keep := range keep {
		VPANDD(lines, keep, keep)
	}
	return keep
}

// dropNaked removes the digits of naked singles from what the rest of their boxes keeps. In rows
// and columns, matching eliminates them.
func (g *kernel9) dropNaked(keep [3]reg.Register) {
	var single [3]reg.Register
	for k, x := range g.x {
		less, lanes := ZMM(), K()
		VPADDW(g.minusOne, x, less)
		VPTESTNMW(x, less, lanes)
		single[k] = masked(lanes, x)
	}
	triad := ternary(a|b|c, copied(single[0]), single[1], single[2])
	next, last := shuffled(triad, g.box1), shuffled(triad, g.box2)
	for k, keep := range keep {
		ternary(a&^(b|c), keep, single[(k+1)%3], single[(k+2)%3])
		ternary(a&^(b|c), keep, next, last)
	}
}

// round eliminates the digits of naked singles from their peers, the other digits from the cells of
// hidden singles, and from all cells what matching eliminates. It looks for all of these in the
// cells as they were before the round, so that none of them waits for another. This takes a few
// more rounds, but each is much shorter.
func (g *kernel9) round() {
	g.triads()
	keep := g.matched()
	g.dropNaked(keep)
	for k, x := range g.x {
		single, lanes := ZMM(), K()
		VPTESTMW(g.sole, x, lanes)
		VPANDD(g.sole, x, single)
		merged(lanes, x, single)
		VPANDD(keep[k], x, x)
	}
}
