package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// generator emits the kernel for one instruction set.
type generator struct {
	name  string
	words int // 64-bit words in a plane
	wide  bool
}

// at returns the address of plane p of the block at base.
func (g *generator) at(base reg.Register, p int) Mem {
	return Mem{Base: base, Disp: p * g.words * 8}
}

func (g *generator) vec() reg.VecVirtual {
	if g.wide {
		return ZMM()
	}
	return YMM()
}

func (g *generator) load(m Op) reg.VecVirtual {
	v := g.vec()
	g.copyTo(m, v)
	return v
}

func (g *generator) copyTo(from, to Op) {
	if g.wide {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

func (g *generator) store(v reg.VecVirtual, m Mem) { g.copyTo(v, m) }

func (g *generator) zero() reg.VecVirtual {
	v := g.vec()
	return g.xor(v, v, v)
}

func (g *generator) full() reg.VecVirtual {
	v := g.vec()
	if g.wide {
		VPTERNLOGQ(U8(0xff), v, v, v)
	} else {
		VPCMPEQB(v, v, v)
	}
	return v
}

// pick sets dst to a op b, by the instruction of the instruction set.
func (g *generator) pick(wide func(...Op), narrow func(b, a, dst Op), dst, a reg.VecVirtual, b Op) reg.VecVirtual {
	if g.wide {
		wide(b, a, dst)
	} else {
		narrow(b, a, dst)
	}
	return dst
}

// and, or, xor and without set dst to a op b. b may be in memory.
func (g *generator) and(dst, a reg.VecVirtual, b Op) reg.VecVirtual {
	return g.pick(VPANDQ, VPAND, dst, a, b)
}

func (g *generator) or(dst, a reg.VecVirtual, b Op) reg.VecVirtual {
	return g.pick(VPORQ, VPOR, dst, a, b)
}

func (g *generator) xor(dst, a reg.VecVirtual, b Op) reg.VecVirtual {
	return g.pick(VPXORQ, VPXOR, dst, a, b)
}

// without sets dst to b &^ a: the operand that may be in memory is the one that is kept.
func (g *generator) without(dst, a reg.VecVirtual, b Op) reg.VecVirtual {
	return g.pick(VPANDNQ, VPANDN, dst, a, b)
}

// Truth tables of VPTERNLOG. a is the register that is overwritten.
const (
	tableA = 0xf0
	tableB = 0xcc
	tableC = 0xaa

	tableBlend     = tableB&tableC | tableA&(0xff^tableB) // c where b is set, else a
	tableBlendBack = tableB&tableA | tableC&(0xff^tableB) // a where b is set, else c
)

// ternary overwrites a with a function of a, b and c. If the instruction set does not have
// VPTERNLOG, it uses steps instead, which must do the same and may use a scratch register.
func (g *generator) ternary(table uint8, a, b reg.VecVirtual, c Op, steps func(t reg.VecVirtual)) reg.VecVirtual {
	if g.wide {
		VPTERNLOGQ(U8(uint64(table)), c, b, a)
	} else {
		steps(g.vec())
	}
	return a
}

// and3 sets a to a & b & c.
func (g *generator) and3(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA&tableB&tableC, a, b, c, func(reg.VecVirtual) {
		g.and(a, a, b)
		g.and(a, a, c)
	})
}

// or3 sets a to a | b | c.
func (g *generator) or3(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA|tableB|tableC, a, b, c, func(reg.VecVirtual) {
		g.or(a, a, b)
		g.or(a, a, c)
	})
}

// orAnd sets a to a | b&c.
func (g *generator) orAnd(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA|tableB&tableC, a, b, c, func(t reg.VecVirtual) {
		g.and(t, b, c)
		g.or(a, a, t)
	})
}

// orWithout sets a to a | c&^b.
func (g *generator) orWithout(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA|tableC&(0xff^tableB), a, b, c, func(t reg.VecVirtual) {
		g.without(t, b, c)
		g.or(a, a, t)
	})
}

// withoutBoth sets a to a &^ (b|c).
func (g *generator) withoutBoth(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA&(0xff^(tableB|tableC)), a, b, c, func(t reg.VecVirtual) {
		g.or(t, b, c)
		g.without(a, t, a)
	})
}

// orBothWithout sets a to (a|b) &^ c.
func (g *generator) orBothWithout(a, b, c reg.VecVirtual) reg.VecVirtual {
	return g.ternary((tableA|tableB)&(0xff^tableC), a, b, c, func(reg.VecVirtual) {
		g.or(a, a, b)
		g.without(a, c, a)
	})
}

// andWithout sets a to a &^ b & c.
func (g *generator) andWithout(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA&(0xff^tableB)&tableC, a, b, c, func(reg.VecVirtual) {
		g.without(a, b, a)
		g.and(a, a, c)
	})
}

// orXor sets a to a | b^c.
func (g *generator) orXor(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA|(tableB^tableC), a, b, c, func(t reg.VecVirtual) {
		g.xor(t, b, c)
		g.or(a, a, t)
	})
}

// andOr sets a to a & (b|c).
func (g *generator) andOr(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableA&(tableB|tableC), a, b, c, func(t reg.VecVirtual) {
		g.or(t, b, c)
		g.and(a, a, t)
	})
}

// blend sets a to c where b is set, and leaves a elsewhere.
func (g *generator) blend(a, b reg.VecVirtual, c Op) reg.VecVirtual {
	return g.ternary(tableBlend, a, b, c, func(t reg.VecVirtual) {
		g.xor(t, a, c)
		g.and(t, t, b)
		g.xor(a, a, t)
	})
}

// add is a full adder. The sum overwrites a.
func (g *generator) add(a, b, c reg.VecVirtual) (sum, carry reg.VecVirtual) {
	if g.wide {
		carry = g.vec()
		g.copyTo(a, carry)
		VPTERNLOGQ(U8(tableA&tableB|tableA&tableC|tableB&tableC), c, b, carry)
		VPTERNLOGQ(U8(tableA^tableB^tableC), c, b, a)
		return a, carry
	}
	carry, t := g.vec(), g.vec()
	g.and(carry, a, b)
	g.xor(a, a, b)
	g.and(t, a, c)
	g.or(carry, carry, t)
	g.xor(a, a, c)
	return a, carry
}

// half is a half adder. The sum overwrites a.
func (g *generator) half(a, b reg.VecVirtual) (sum, carry reg.VecVirtual) {
	carry = g.vec()
	g.and(carry, a, b)
	g.xor(a, a, b)
	return a, carry
}

// addNine counts how many of nine bits are set. next returns them, three at a time. The result is
// ones + 2*twos + 4*fours + 4*fours2.
func (g *generator) addNine(next func(i int) reg.VecVirtual) (ones, twos, fours, fours2 reg.VecVirtual) {
	var s, c [3]reg.VecVirtual
	for i := range 3 {
		s[i], c[i] = g.add(next(3*i), next(3*i+1), next(3*i+2))
	}
	ones, c3 := g.add(s[0], s[1], s[2])
	t, fours := g.add(c[0], c[1], c[2])
	twos, fours2 = g.half(t, c3)
	return ones, twos, fours, fours2
}

// sumNine does what addNine does, and returns the result as a number of four bits.
func (g *generator) sumNine(next func(i int) reg.VecVirtual) [4]reg.VecVirtual {
	ones, twos, fours, fours2 := g.addNine(next)
	fours, eights := g.half(fours, fours2)
	return [4]reg.VecVirtual{ones, twos, fours, eights}
}

// loop repeats body n times with a counter of its own.
func loop(label string, n int, body func()) {
	i := GP64()
	MOVQ(U32(uint64(n)), i)
	Label(label)
	body()
	DECQ(i)
	JNZ(LabelRef(label))
}

// arg loads a parameter that is a pointer or an int.
func arg(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
