package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count is kernel9.count for triads of four cells.
func (g *kernel16) count() {
	twice := K()
	var second [2]reg.Register
	for h, sole := range g.sole {
		second[h] = further(g.x[0][h], sole, g.minusOne)
		for k := 1; k < len(g.x); k++ {
			VPORD(further(g.x[k][h], sole, g.minusOne), second[h], second[h])
		}
	}
	VPORD(second[1], second[0], second[0])
	VPTESTMD(second[0], second[0], twice)
	KORTESTW(twice, twice)
	JNZ(LabelRef("fail"))
	four := each(4)
	some := K()
	KXORD(some, some, some)
	for h := range 2 {
		for _, may := range []reg.Register{g.lines[h], g.columns[h]} {
			KORD(news(may, without(may, othersInBox(may)), four), some, some)
		}
	}
	KORTESTD(some, some)
	JZ(LabelRef("quiet"))
	bad := K()
	KXORD(g.upper, g.upper, bad)
	var lines, columns [2]reg.Register
	for h := range 2 {
		for _, v := range []struct{ kept, may *reg.Register }{{&lines[h], &g.lines[h]}, {&columns[h], &g.columns[h]}} {
			kept, full := counted(*v.may, without(*v.may, othersInBox(*v.may)), four, bad)
			*v.kept = without(kept, othersInBox(full))
		}
	}
	KORTESTD(bad, bad)
	JNZ(LabelRef("fail"))
	for k := range g.x {
		for h, x := range g.x[k] {
			ternary(a&b&c, x, lines[h], columnTriads(columns[h], k))
		}
	}
	JMP(LabelRef("round"))
	Label("quiet")
}
