package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// across and down return the number of a box's triad among the 54 triads: 9*band + 3*line in the
// band + box in the band.
func across(box, t int) int { return 9*(box/3) + 3*t + box%3 }
func down(box, t int) int   { return 27 + 9*(box%3) + 3*t + box/3 }

// sweep emits kernel.sweep.
func (g *generator) sweep() {
	TEXT("sweep"+g.name, NOSPLIT, "func(c, scratch, certain, certainNow, r *uint64)")
	Doc("sweep" + g.name + " implements kernel.sweep. r is a *sweepResult.")
	c, scratch, certain, certainNow := arg("c"), arg("scratch"), arg("certain"), arg("certainNow")
	zero := g.zero()
	at := GP64()
	MOVQ(certainNow, at)
	loop("now", cells, func() {
		g.store(zero, g.at(at, 0))
		ADDQ(U32(uint64(8*g.words)), at)
	})
	ok, several := g.full(), g.zero()
	g.count(c, scratch, ok, several)
	result := arg("r")
	g.store(several, Mem{Base: result, Disp: unsolved})
	// The lanes that are ok are kept in memory between the parts, because the narrow kernel does
	// not have a spare register.
	inMemory := Mem{Base: result, Disp: contradiction}
	g.store(ok, inMemory)
	g.placed(scratch, result)
	ok, differs, twice := g.load(inMemory), g.zero(), g.zero()
	loop("digits", 9, func() {
		for box := range 9 {
			g.gather(c, scratch, box)
		}
		for band := range 6 {
			g.band(scratch, 9*band, ok)
		}
		for box := range 9 {
			g.spread(c, scratch, certain, certainNow, box, differs, twice)
		}
		ADDQ(U32(uint64(cells*g.words*8)), c)
	})
	g.store(g.orNot(twice, ok), inMemory)
	g.store(differs, Mem{Base: result, Disp: changed})
	VZEROUPPER()
	RET()
}

// orNot sets a to a | ^b.
func (g *generator) orNot(a, b reg.VecVirtual) reg.VecVirtual {
	g.xor(b, b, g.full())
	return g.or(a, a, b)
}

// gather makes the triads of a box from its cells. A triad may have the digit if one of its cells
// may. It must have the digit if one of its cells has no other candidate, or if the triad has only
// three digits.
func (g *generator) gather(c, scratch reg.Register, box int) {
	finish := func(may3, must3 reg.VecVirtual, triad, three int) {
		g.orAnd(must3, may3, g.at(scratch, cells+6*box+three))
		g.store(may3, g.at(scratch, may+triad))
		g.store(must3, g.at(scratch, must+triad))
	}
	if g.wide { // there are enough registers for a whole box
		var x, only [9]reg.VecVirtual
		for i := range x {
			x[i] = g.load(g.at(c, 9*box+i))
			only[i] = g.and(g.vec(), x[i], g.at(scratch, 9*box+i))
		}
		sum := func(x *[9]reg.VecVirtual, i, j, k int) reg.VecVirtual {
			v := g.vec()
			g.copyTo(x[i], v)
			return g.or3(v, x[j], x[k])
		}
		for t := range 3 {
			finish(sum(&x, 3*t, 3*t+1, 3*t+2), sum(&only, 3*t, 3*t+1, 3*t+2), across(box, t), t)
			finish(sum(&x, t, t+3, t+6), sum(&only, t, t+3, t+6), down(box, t), 3+t)
		}
		return
	}
	collect := func(cell func(i int) int) (may3, must3 reg.VecVirtual) {
		for i := range 3 {
			p := 9*box + cell(i)
			x := g.load(g.at(c, p))
			if i == 0 {
				may3 = x
				must3 = g.and(g.vec(), x, g.at(scratch, p))
				continue
			}
			g.orAnd(must3, x, g.at(scratch, p))
			g.or(may3, may3, x)
		}
		return may3, must3
	}
	for t := range 3 {
		a, b := collect(func(i int) int { return 3*t + i })
		finish(a, b, across(box, t), t)
		a, b = collect(func(i int) int { return t + 3*i })
		finish(a, b, down(box, t), 3+t)
	}
}

// band keeps the triads, of nine, that are in one of the six ways to have the digit once in each
// line and once in each box.
func (g *generator) band(scratch reg.Register, first int, ok reg.VecVirtual) {
	mayAt := func(i int) Mem { return g.at(scratch, may+first+i) }
	mustAt := func(i int) Mem { return g.at(scratch, must+first+i) }
	var a, held [9]reg.VecVirtual
	for i := range held {
		if g.wide { // there are enough registers for them
			held[i] = g.load(mustAt(i))
		}
	}
	for l := range 3 {
		for b := range 3 {
			at := [4]int{3*l + (b+1)%3, (l+1)%3*3 + b, 3*l + (b+2)%3, (l+2)%3*3 + b}
			bar := g.vec()
			if g.wide {
				g.copyTo(held[at[0]], bar)
				g.or3(bar, held[at[1]], held[at[2]])
				a[3*l+b] = g.ternary((0xff^(tableA|tableB))&tableC, bar, held[at[3]], mayAt(3*l+b), nil)
				continue
			}
			g.copyTo(mustAt(at[0]), bar)
			g.or3(bar, g.load(mustAt(at[1])), mustAt(at[2]))
			g.or(bar, bar, mustAt(at[3]))
			a[3*l+b] = g.without(bar, bar, mayAt(3*l+b))
		}
	}
	and := func(i, j, k int) reg.VecVirtual {
		return g.and(g.vec(), g.and(g.vec(), a[i], a[j]), a[k])
	}
	p0, p1, p2 := and(0, 4, 8), and(1, 5, 6), and(2, 3, 7)
	p3, p4, p5 := g.and3(a[0], a[5], a[7]), g.and3(a[1], a[3], a[8]), g.and3(a[2], a[4], a[6])
	ways := [9][2]reg.VecVirtual{
		{p0, p3}, {p1, p4}, {p2, p5},
		{p2, p4}, {p0, p5}, {p1, p3},
		{p1, p5}, {p2, p3}, {p0, p4},
	}
	for l := range 3 {
		var m [3]reg.VecVirtual
		for b := range 3 {
			m[b] = g.or(g.vec(), ways[3*l+b][0], ways[3*l+b][1])
			g.store(m[b], mayAt(3*l+b))
		}
		for b := range 3 {
			only := g.vec()
			g.copyTo(m[b], only)
			g.store(g.withoutBoth(only, m[(b+1)%3], m[(b+2)%3]), mustAt(3*l+b))
		}
		if l == 0 {
			g.andOr(ok, g.or(m[1], m[1], m[2]), m[0])
		}
	}
}

// spread removes the digit from those cells of a box that may not have it, because of their triads
// or because they are certain of another digit. It also notes the cells that must have it.
func (g *generator) spread(c, scratch, certain, certainNow reg.Register, box int, differs, twice reg.VecVirtual) {
	// If there are enough registers, the triads of a box are loaded only once.
	at := func(i int) Op { return g.at(scratch, i) }
	if g.wide {
		held := map[int]reg.VecVirtual{}
		for t := range 3 {
			for _, i := range []int{must + across(box, t), must + down(box, t), may + across(box, t), may + down(box, t)} {
				held[i] = g.load(g.at(scratch, i))
			}
		}
		at = func(i int) Op { return held[i] }
	}
	for i := range 9 {
		p := 9*box + i
		h, v := across(box, i/3), down(box, i%3)
		var only reg.VecVirtual
		if m, ok := at(must + h).(reg.VecVirtual); ok {
			only = g.and(g.vec(), m, at(must+v))
		} else {
			only = g.and(g.vec(), g.load(at(must+h)), at(must+v))
		}
		seen := g.load(g.at(certainNow, p))
		x := g.load(g.at(c, p))
		n := g.and(g.vec(), x, at(may+h))
		before := g.load(g.at(certain, p))
		taken := g.vec()
		g.copyTo(before, taken)
		g.orBothWithout(taken, seen, only)
		g.andWithout(n, taken, at(may+v))
		g.and(only, only, n)
		g.orXor(differs, x, n)
		g.orWithout(differs, before, only)
		g.orAnd(twice, seen, only)
		g.or(seen, seen, only)
		g.store(n, g.at(c, p))
		g.store(seen, g.at(certainNow, p))
	}
}
