package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// choose emits kernel.choose. Its loops read chooseTable, which has the places of the cells of each
// unit, and for each cell, the places of the sums of its units and the bits of its number.
func (g *generator) choose() {
	TEXT("choose"+g.name, NOSPLIT, "func(c, scratch, choice, table *uint64)")
	Doc("choose" + g.name + " implements kernel.choose. table is a *chooseTable.")
	c, scratch, table := arg("c"), arg("scratch"), arg("table")
	plane := U32(uint64(8 * g.words))
	two, sums := GP64(), GP64()
	MOVQ(scratch, two)
	loop("two", cells, func() {
		ones, twos, fours, fours2 := g.addNine(func(d int) reg.VecVirtual {
			return g.load(g.at(c, cells*d))
		})
		g.or3(ones, fours, fours2)
		g.store(g.without(ones, ones, twos), g.at(two, 0))
		ADDQ(plane, c)
		ADDQ(plane, two)
	})
	MOVQ(two, sums)
	loop("units", units, func() {
		n := g.sumNine(func(i int) reg.VecVirtual { return g.load(entry(scratch, table, i)) })
		for w := range n {
			g.store(n[w], g.at(sums, w))
		}
		ADDQ(U32(uint64(sumBits*8*g.words)), sums)
		ADDQ(U32(8*9), table)
	})
	ch := arg("choice")
	var best [5]reg.VecVirtual
	for w := range best {
		best[w] = g.zero()
	}
	zero := g.zero()
	for w := range numberBits {
		g.store(zero, g.at(ch, w))
	}
	MOVQ(scratch, two)
	loop("choice", cells, func() {
		more := g.better(scratch, table, two, &best)
		for w := range numberBits {
			bit, n := g.vec(), g.load(g.at(ch, w))
			VPBROADCASTQ(Mem{Base: table, Disp: 8 * (3 + w)}, bit)
			g.store(g.blend(n, more, bit), g.at(ch, w))
		}
		ADDQ(plane, two)
		ADDQ(U32(8*(3+numberBits)), table)
	})
	found := g.or3(best[0], best[1], best[2])
	g.or3(found, best[3], best[4])
	g.store(found, g.at(ch, numberBits))
	VZEROUPPER()
	RET()
}

// entry returns the address that entry i of the table gives, relative to base.
func entry(base, table reg.Register, i int) Mem {
	offset := GP64()
	MOVQ(Mem{Base: table, Disp: 8 * i}, offset)
	return Mem{Base: base, Index: offset, Scale: 1}
}

// better returns the lanes in which the cell has two candidates and its row, column and box have
// more such cells than the best cell so far. In these lanes, it makes the cell the best one.
func (g *generator) better(scratch, table, two reg.Register, best *[5]reg.VecVirtual) reg.VecVirtual {
	var units [3]Mem
	for i := range units {
		units[i] = entry(scratch, table, i)
	}
	var score [5]reg.VecVirtual
	var up, carry reg.VecVirtual
	for w := range sumBits {
		var bit [3]reg.VecVirtual
		for i, u := range units {
			u.Disp = 8 * g.words * w
			bit[i] = g.load(u)
		}
		s, next := g.add(bit[0], bit[1], bit[2])
		if w == 0 {
			score[w], up, carry = s, next, nil
			continue
		}
		var over reg.VecVirtual
		if carry == nil {
			score[w], over = g.half(s, up)
		} else {
			score[w], over = g.add(s, up, carry)
		}
		up, carry = next, over
	}
	score[4] = g.or(up, up, carry)
	more := g.without(g.vec(), best[0], score[0])
	for w := 1; w < 5; w++ {
		// The new value is the old one where the bits are equal, and the score where they differ.
		differ := g.xor(g.vec(), score[w], best[w])
		g.blend(more, differ, score[w])
	}
	g.and(more, more, g.at(two, 0))
	for w := range best {
		g.blend(best[w], more, score[w])
	}
	return more
}
