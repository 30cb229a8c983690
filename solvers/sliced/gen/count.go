package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// count counts the digits of each cell and of each triad, and stores the cells with one and the
// triads with three. It clears in ok the lanes in which a cell or a triad has too few. It goes box
// by box, so that the planes of a box have to be fetched from the second-level cache only once.
func (g *generator) count(c, count reg.Register, ok, many reg.VecVirtual) {
	size := g.words * 8
	p, cell, k, three := GP64(), GP64(), GP64(), GP64()
	MOVQ(c, p)
	MOVQ(c, cell)
	MOVQ(count, k)
	MOVQ(count, three)
	ADDQ(U32(uint64(cells*size)), three)
	loop("boxes", 9, func() {
		loop("cells", 9, func() {
			ones, twos, fours, fours2 := g.addNine(func(d int) reg.VecVirtual {
				return g.load(g.at(cell, cells*d))
			})
			more := g.or3(twos, fours, fours2)
			g.andOr(ok, ones, more)
			g.or(many, many, more)
			one := g.without(g.vec(), more, ones)
			g.store(one, g.at(k, 0))
			ADDQ(U32(uint64(size)), cell)
			ADDQ(U32(uint64(size)), k)
		})
		for t := range 6 {
			first, step := 3*t, 1
			if t >= 3 {
				first, step = t-3, 3
			}
			ones, twos, fours, fours2 := g.addNine(func(d int) reg.VecVirtual {
				x := g.load(g.at(p, cells*d+first))
				y := g.load(g.at(p, cells*d+first+step))
				return g.or3(x, y, g.at(p, cells*d+first+2*step))
			})
			full := g.and(ones, ones, twos)
			more := g.or(fours, fours, fours2)
			g.andOr(ok, full, more)
			g.store(g.without(more, more, full), g.at(three, t))
		}
		ADDQ(U32(uint64(9*size)), p)
		ADDQ(U32(uint64(6*size)), three)
	})
}

// placed emits the code that counts the cells with one candidate.
func (g *generator) placed(count, result reg.Register) {
	k := GP64()
	MOVQ(count, k)
	var sum [numberBits]reg.VecVirtual
	for w := range sum {
		sum[w] = g.zero()
	}
	loop("placed", 9, func() {
		n := g.sumNine(func(i int) reg.VecVirtual { return g.load(g.at(k, i)) })
		var carry reg.VecVirtual
		for w := range sum {
			var s, next reg.VecVirtual
			switch {
			case w == 0:
				s, next = g.half(sum[w], n[w])
			case w < len(n):
				s, next = g.add(sum[w], n[w], carry)
			default:
				s, next = g.half(sum[w], carry)
			}
			sum[w], carry = s, next
		}
		ADDQ(U32(uint64(9*g.words*8)), k)
	})
	for w := range sum {
		g.store(sum[w], Mem{Base: result, Disp: placed + maskBytes*w})
	}
}
