package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count is kernel9.count for triads of four cells.
func (g *kernel16) count() {
	bad := K()
	KXORD(g.upper, g.upper, bad)
	for k := range g.x {
		for h, x := range g.x[k] {
			several(x, g.sole[h], g.minusOne, bad)
		}
	}
	four := each(4)
	var lines, columns [2]reg.Register
	for h := range 2 {
		for _, v := range []struct{ kept, may *reg.Register }{{&lines[h], &g.lines[h]}, {&columns[h], &g.columns[h]}} {
			kept, full := counted(*v.may, without(*v.may, othersInBox(*v.may)), four, bad)
			*v.kept = without(kept, othersInBox(full))
		}
	}
	KORTESTD(bad, bad)
	JNZ(LabelRef("fail"))
	difference, changed := ZMM(), K()
	VPXORD(lines[0], g.lines[0], difference)
	ternary(a|(b^c), difference, lines[1], g.lines[1])
	ternary(a|(b^c), difference, columns[0], g.columns[0])
	ternary(a|(b^c), difference, columns[1], g.columns[1])
	VPTESTMD(difference, difference, changed)
	KORTESTW(changed, changed)
	JZ(LabelRef("quiet"))
	for k := range g.x {
		for h, x := range g.x[k] {
			ternary(a&b&c, x, lines[h], columnTriads(columns[h], k))
		}
	}
	JMP(LabelRef("round"))
	Label("quiet")
}
