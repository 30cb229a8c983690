package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// count emits the conclusions from the fact that a triad holds exactly three digits, and returns to
// the rounds if there are any. If only three digits may go into a triad, the parallel triads of the
// box lose them, and matching does the rest. If three digits must go into it, it loses all others.
// If fewer than three may or more than three must go into it, this is a contradiction, and so is a
// cell with two hidden singles.
func (g *kernel9) count() {
	bad := K()
	KXORD(g.row1, g.row1, bad)
	for _, x := range g.x {
		several(x, g.sole, g.minusOne, bad)
	}
	three := each(3)
	all := g.byRow(g.columns[0], g.columns[1], g.columns[2])
	must := ternary(a&^(b|c), copied(all), shuffled(all, g.box1), shuffled(all, g.box2))
	lines, full := counted(g.lines, g.must, three, bad)
	ternary(a&^(b|c), lines, shuffled(full, g.box1), shuffled(full, g.box2))
	columns, full := counted(all, must, three, bad)
	ternary(a&^(b|c), columns, shuffled(full, g.box1), shuffled(full, g.box2))
	KORTESTD(bad, bad)
	JNZ(LabelRef("fail"))
	difference, changed := ZMM(), K()
	VPXORD(lines, g.lines, difference)
	ternary(a|(b^c), difference, columns, all)
	VPTESTMD(difference, difference, changed)
	KORTESTW(changed, changed)
	JZ(LabelRef("quiet"))
	for k, x := range g.x {
		spread := shuffle(ZMM(), "spread"+string(rune('0'+k)), func(b, _, s int) int { return lane(b, k, s) })
		ternary(a&b&c, x, lines, shuffled(columns, spread))
	}
	JMP(LabelRef("round"))
	Label("quiet")
}
