package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// planeOfCell gives the plane of a cell within a digit.
func planeOfCell(row, col int) int { return (row/3*3+col/3)*9 + row%3*3 + col%3 }

// choose writes kernel.choose.
func (g *generator) choose() {
	TEXT("choose"+g.name, NOSPLIT, "func(c, scratch, choice *uint64)")
	Doc("choose" + g.name + " picks branching cells: kernel.choose.")
	c, scratch := arg("c"), arg("scratch")
	size := U32(uint64(8 * g.words))
	at := GP64()
	MOVQ(scratch, at)
	loop("two", cells, func() {
		ones, twos, fours, fours2 := g.addNine(func(d int) reg.VecVirtual {
			return g.load(g.at(c, cells*d))
		})
		g.or3(ones, fours, fours2)
		g.store(g.without(ones, ones, twos), g.at(at, 0))
		ADDQ(size, c)
		ADDQ(size, at)
	})
	for u := range 9 {
		for _, unit := range []struct {
			sums int
			cell func(i int) int
		}{
			{rows, func(i int) int { return planeOfCell(u, i) }},
			{columns, func(i int) int { return planeOfCell(i, u) }},
			{boxes, func(i int) int { return 9*u + i }},
		} {
			n := g.sumNine(func(i int) reg.VecVirtual { return g.load(g.at(scratch, unit.cell(i))) })
			for w := range n {
				g.store(n[w], g.at(scratch, unit.sums+sumBits*u+w))
			}
		}
	}
	ch := arg("choice")
	var best [5]reg.VecVirtual
	for w := range best {
		best[w] = g.zero()
	}
	zero := g.zero()
	for w := range numberBits {
		g.store(zero, g.at(ch, w))
	}
	for p := range cells {
		g.consider(scratch, ch, p, &best)
	}
	found := g.or3(best[0], best[1], best[2])
	g.or3(found, best[3], best[4])
	g.store(found, g.at(ch, numberBits))
	VZEROUPPER()
	RET()
}

// consider makes cell p the choice of the lanes where it has two candidates
// and its row, column and box have more such cells than the best so far.
func (g *generator) consider(scratch, ch reg.Register, p int, best *[5]reg.VecVirtual) {
	row, col := p/27*3+p%9/3, p/9%3*3+p%3
	var score [5]reg.VecVirtual
	var up, carry reg.VecVirtual
	for w := range sumBits {
		s, next := g.add(
			g.load(g.at(scratch, rows+sumBits*row+w)),
			g.load(g.at(scratch, columns+sumBits*col+w)),
			g.load(g.at(scratch, boxes+sumBits*(p/9)+w)))
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
		// more where the bits are equal, score where they differ.
		differ := g.xor(g.vec(), score[w], best[w])
		g.blend(more, differ, score[w])
	}
	g.and(more, more, g.at(scratch, p))
	for w := range best {
		g.blend(best[w], more, score[w])
	}
	for w := range numberBits {
		m := g.at(ch, w)
		n := g.vec()
		if p>>w&1 != 0 {
			g.or(n, more, m)
		} else {
			g.without(n, more, m)
		}
		g.store(n, m)
	}
}
