package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// naked eliminates the digits of the naked singles of a band from the rest of their boxes. In rows
// and columns, matching eliminates them.
func (g *narrow9) naked(b int) {
	x := &g.x[b]
	var single [3]reg.Register
	for k := range x {
		single[k] = and(equal(withoutLowest(x[k]), g.zero()), x[k])
	}
	triad := or(single[0], single[1])
	VPOR(single[2], triad, triad)
	rest := others(triad)
	for k := range x {
		seen := or(single[(k+1)%3], single[(k+2)%3])
		VPOR(rest, seen, seen)
		VPANDN(x[k], seen, x[k])
	}
}

// triads returns the digits that the row triads of a band may hold, and the digits that have more
// than one cell there.
func (g *narrow9) triads(b int) (lines, several reg.Register) {
	x := &g.x[b]
	lines = or(x[0], x[1])
	several = and(x[2], lines)
	VPOR(x[2], lines, lines)
	VPOR(and(x[0], x[1]), several, several)
	return lines, several
}

// matchRows eliminates digits from row triads that are not in a perfect matching of the triads of a
// band, and eliminates the other digits from the cells of hidden singles. It collects in g.covered
// the digits that have a place in each box.
func (g *narrow9) matchRows(b int) {
	lines, several := g.triads(b)
	after1, after2 := stackAfter(lines, 1), stackAfter(lines, 2)
	rising := and(next1(after1), next2(after2))
	falling := and(next2(after1), next1(after2))
	VPOR(rising, falling, falling)
	VPAND(falling, lines, lines)
	rest := others(lines)
	sole := except(lines, or(rest, several))
	VPOR(lines, rest, rest)
	if b == 0 {
		g.covered = rest
	} else {
		VPAND(rest, g.covered, g.covered)
	}
	for _, x := range g.x[b] {
		VPAND(lines, x, x)
		single := and(x, sole)
		VPBLENDVB(equal(single, g.zero()), x, single, x)
	}
}

// columnsOf returns the digits that the column triads of a band may hold.
func (g *narrow9) columnsOf(b int) reg.Register {
	x := &g.x[b]
	columns := next1(diagonal(x[2], x[0], x[1]))
	VPOR(next2(diagonal(x[1], x[2], x[0])), columns, columns)
	VPOR(diagonal(x[0], x[1], x[2]), columns, columns)
	return columns
}

// matchColumns does for column triads what matchRows does for row triads, except for hidden
// singles.
func (g *narrow9) matchColumns() {
	var after1 [3]reg.Register
	var after2 [3]Op
	for b := range g.x {
		columns := g.columnsOf(b)
		after1[b], after2[b] = next1(columns), next2(columns)
		if b == 0 { // because there are too few registers
			VMOVDQU(after2[b], g.saved(after9))
			after2[b] = g.saved(after9)
		}
	}
	for b := range g.x {
		rising := and(after1[(b+1)%3], after2[(b+2)%3])
		falling := and(after1[(b+2)%3], after2[(b+1)%3])
		VPOR(rising, falling, falling)
		g.eliminateColumns(b, falling)
	}
}

// eliminateColumns leaves in the cells of a band only what their column triads may hold.
func (g *narrow9) eliminateColumns(b int, columns reg.Register) {
	for k, x := range g.x[b] {
		VPAND(spread(columns, k), x, x)
	}
}

// sum returns the sums of the words of all nine vectors. If any word changes, its sum decreases,
// because candidates are only ever eliminated.
func (g *narrow9) sum() reg.Register { return g.folded(VPADDW) }

// folded combines the nine vectors, beginning with the vectors of each band.
func (g *narrow9) folded(combine func(...Op)) reg.Register {
	var bands [3]reg.Register
	for b, x := range g.x {
		bands[b] = YMM()
		combine(x[0], x[1], bands[b])
		combine(x[2], bands[b], bands[b])
	}
	combine(bands[1], bands[0], bands[0])
	combine(bands[2], bands[0], bands[0])
	return bands[0]
}

// failUnlessFull emits a jump to fail if a digit has no place in a box, or if a cell has no
// candidate.
func (g *narrow9) failUnlessFull() {
	full := equal(g.covered, words("all", 511))
	m := signs(except(full, equal(g.folded(VPMINUW), g.zero())))
	INCL(m)
	JNZ(LabelRef("fail"))
}
