package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (g *generator) move() {
	iota := GLOBL("iota"+g.name, RODATA|NOPTR)
	for i := range 8 {
		if g.wide {
			DATA(8*i, U64(uint64(i)))
		} else {
			DATA(4*i, U32(uint32(i)))
		}
	}
	TEXT("move"+g.name, NOSPLIT, "func(dst, src, m *uint64, word, by int)")
	Doc("move" + g.name + " copies lanes of a block: kernel.move.")
	dst, src := arg("dst"), arg("src")
	mask := g.load(g.lanes(arg("m"), 0))
	turn := g.turner(iota)
	size := U32(uint64(8 * g.words))
	loop("planes", planes, func() {
		x := turn(g.at(src, 0))
		y := g.load(g.at(dst, 0))
		g.store(g.blend(y, mask, x), g.at(dst, 0))
		ADDQ(size, src)
		ADDQ(size, dst)
	})
	VZEROUPPER()
	RET()
}

// turner is the code that loads a plane with its words, and the lanes in each
// of its words, moved round.
func (g *generator) turner(iota Mem) func(Mem) reg.VecVirtual {
	word, by := arg("word"), arg("by")
	if g.wide {
		order, shift := ZMM(), ZMM()
		VPBROADCASTQ(word, order)
		VPADDQ(iota, order, order)
		VPBROADCASTQ(by, shift)
		return func(m Mem) reg.VecVirtual {
			x := ZMM()
			VPERMQ(m, order, x)
			VPROLVQ(shift, x, x)
			return x
		}
	}
	// Words are moved as pairs of halves.
	ADDQ(word, word)
	lo, order, left, right := XMM(), YMM(), XMM(), XMM()
	MOVQ(word, lo)
	VPBROADCASTD(lo, order)
	VPADDD(iota, order, order)
	MOVQ(by, left)
	back := GP64()
	MOVQ(U32(64), back)
	SUBQ(by, back)
	MOVQ(back, right)
	return func(m Mem) reg.VecVirtual {
		x, y := YMM(), YMM()
		VPERMD(m, order, x)
		VPSRLQ(right, x, y)
		VPSLLQ(left, x, x)
		VPOR(y, x, x)
		return x
	}
}

func (g *generator) wipe() {
	TEXT("wipe"+g.name, NOSPLIT, "func(c, m *uint64)")
	Doc("wipe" + g.name + " clears lanes: kernel.wipe.")
	c, mask := arg("c"), g.load(g.lanes(arg("m"), 0))
	loop("planes", planes, func() {
		g.store(g.without(g.vec(), mask, g.at(c, 0)), g.at(c, 0))
		ADDQ(U32(uint64(8*g.words)), c)
	})
	VZEROUPPER()
	RET()
}

func (g *generator) fill() {
	TEXT("fill"+g.name, NOSPLIT, "func(c, m *uint64)")
	Doc("fill" + g.name + " opens the cells that have no candidate: kernel.fill.")
	c, mask := arg("c"), g.load(g.lanes(arg("m"), 0))
	loop("cells", cells, func() {
		any := g.load(g.at(c, 0))
		for d := 1; d < 9; d++ {
			g.or(any, any, g.at(c, cells*d))
		}
		g.without(any, any, mask)
		for d := range 9 {
			g.store(g.or(g.vec(), any, g.at(c, cells*d)), g.at(c, cells*d))
		}
		ADDQ(U32(uint64(8*g.words)), c)
	})
	VZEROUPPER()
	RET()
}
