package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count emits the conclusions of counting, as kernel9.count does, and returns to the rounds if
// there are any. Nothing has changed since matching, so the triads may hold exactly the candidates
// of their cells.
func (g *narrow9) count() {
	bad := YMM()
	VPXOR(bad, bad, bad)
	changed := YMM()
	VPXOR(changed, changed, changed)
	for b := range g.x {
		lines, several := g.triads(b)
		must := except(lines, others(lines))
		sole := except(must, several)
		for _, x := range g.x[b] {
			single := and(x, sole)
			VPOR(withoutLowest(single), bad, bad)
		}
		kept := g.counted(lines, must, bad)
		VPXOR(kept, lines, lines)
		VPOR(lines, changed, changed)
		for _, x := range g.x[b] {
			VPAND(kept, x, x)
		}
	}
	for b := range g.x {
		columns := g.columnsOf(b)
		must := except(columns, others(columns))
		kept := g.counted(columns, must, bad)
		VPXOR(kept, columns, columns)
		VPOR(columns, changed, changed)
		g.eliminateColumns(b, kept)
	}
	VPTEST(bad, bad)
	JNZ(LabelRef("fail"))
	VPTEST(changed, changed)
	JNZ(LabelRef("round"))
}

// counted returns what triads keep. A triad that must hold three digits loses all others. If a
// triad may hold only three digits, the other triads of its box lose these. Triads that may hold
// fewer or must hold more leave bits in bad.
func (g *narrow9) counted(may, must, bad reg.Register) (kept reg.Register) {
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
