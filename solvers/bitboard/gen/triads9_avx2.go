package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count emits the conclusions of counting, as kernel9.count does, and returns to the rounds if
// there are any. Nothing has changed since matching, so the triads may hold exactly the candidates
// of their cells.
//
// Triads seldom lose a candidate: in 1 % of the calls on the list serg, and in 10 % on the list
// hardest (see best-known/README.md). So count only saves what triads keep, and eliminates in the
// cells if some triad has lost a candidate. In the usual case, the view of the cells then does not
// have to wait for count, which saves 3 % of the time on serg.
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
		g.keep(b, lines, must, bad, changed)
	}
	for b := range g.x {
		columns := g.columnsOf(b)
		must := except(columns, others(columns))
		g.keep(3+b, columns, must, bad, changed)
	}
	VPTEST(bad, bad)
	JNZ(LabelRef("fail"))
	VPTEST(changed, changed)
	JZ(LabelRef("counted"))
	for b := range g.x {
		for _, x := range g.x[b] {
			VPAND(g.saved(kept9+b), x, x)
		}
		columns := YMM()
		VMOVDQU(g.saved(kept9+3+b), columns)
		g.eliminateColumns(b, columns)
	}
	JMP(LabelRef("round"))
	Label("counted")
}

// keep saves what triads keep (counted), and adds to changed what they lose. It overwrites may.
func (g *narrow9) keep(i int, may, must, bad, changed reg.Register) {
	kept := g.counted(may, must, bad)
	VMOVDQU(kept, g.saved(kept9+i))
	VPXOR(kept, may, may)
	VPOR(may, changed, changed)
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
