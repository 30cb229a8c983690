package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count emits the conclusions of counting, as kernel9.count does, and returns to the rounds if there
// are any. Nothing has changed since matching, so the triads may hold exactly the candidates of their
// cells.
func (g *narrow9) count() {
	quiet, twice := YMM(), YMM()
	VPCMPEQW(quiet, quiet, quiet)
	VPXOR(twice, twice, twice)
	for b, x := range g.x {
		lines, several := g.triads(b)
		must := g.compare(lines, quiet)
		// By now, a cell with a hidden single has lost all candidates that are not hidden singles. So if
		// sole has a second candidate of a cell, the cell has two hidden singles.
		sole, second := except(must, several), withoutLowest(x[0])
		VPOR(withoutLowest(x[1]), second, second)
		VPOR(withoutLowest(x[2]), second, second)
		VPAND(sole, second, second)
		VPOR(second, twice, twice)
	}
	for b := range g.x {
		g.compare(g.columnsOf(b), quiet)
	}
	VPTEST(twice, twice)
	JNZ(LabelRef("fail"))
	m := signs(quiet)
	INCL(m)
	JZ(LabelRef("counted"))
	bad := YMM()
	VPXOR(bad, bad, bad)
	for b := range g.x {
		lines, _ := g.triads(b)
		kept := g.counted(lines, bad)
		for _, x := range g.x[b] {
			VPAND(kept, x, x)
		}
		g.eliminateColumns(b, g.counted(g.columnsOf(b), bad))
	}
	VPTEST(bad, bad)
	JNZ(LabelRef("fail"))
	JMP(LabelRef("round"))
	Label("counted")
}

// compare returns what triads must hold. If counting says something new about a triad (see news),
// compare clears the word of the triad in quiet.
func (g *narrow9) compare(may, quiet reg.Register) (must reg.Register) {
	must = except(may, others(may))
	atMostThree := equal(withoutLowest(withoutLowest(withoutLowest(may))), g.zero())
	belowThree := equal(withoutLowest(withoutLowest(must)), g.zero())
	VPXOR(atMostThree, belowThree, belowThree)
	VPAND(belowThree, quiet, quiet)
	return must
}

// counted returns what triads keep. A triad that must hold three digits loses all others. If a
// triad may hold only three digits, the other triads of its box lose these. Triads that may hold
// fewer or must hold more leave bits in bad.
func (g *narrow9) counted(may, bad reg.Register) (kept reg.Register) {
	must := except(may, others(may))
	rest := withoutLowest(withoutLowest(may))
	VPOR(equal(rest, g.zero()), bad, bad)
	full := and(may, equal(withoutLowest(rest), g.zero()))
	rest = withoutLowest(withoutLowest(must))
	kept = YMM()
	VPBLENDVB(equal(rest, g.zero()), may, must, kept)
	VPOR(withoutLowest(rest), bad, bad)
	VPANDN(kept, others(full), kept)
	return kept
}
