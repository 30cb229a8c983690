package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// global returns a vector of 32 bytes in memory.
func global(name string, at func(i int) uint8) Mem { return inMemory(name, ymmBytes, at) }

// words returns a vector with the number n in each word.
func words(name string, n uint16) Mem {
	return global(name, byteOf(func(int) uint16 { return n }))
}

// turned returns x with each word of a quarter replaced by the word that from returns for it. Word
// 3 stays.
func turned(x reg.Register, name string, from func(r int) int) reg.Register {
	index := global(name, func(i int) uint8 {
		r := i / 2 % 4
		if r < 3 {
			r = from(r) % 3
		}
		return uint8(i/8%2*8 + 2*r + i%2)
	})
	v := YMM()
	VPSHUFB(index, x, v)
	return v
}

// next1 returns x with row r+1 in the place of row r, and next2 returns x with row r+2 there. If x
// has column triads, the columns turn in the same way.
func next1(x reg.Register) reg.Register {
	return turned(x, "next1", func(r int) int { return r + 1 })
}

func next2(x reg.Register) reg.Register {
	return turned(x, "next2", func(r int) int { return r + 2 })
}

// others returns the union of the other two rows of each box, or of the other two column triads.
func others(x reg.Register) reg.Register {
	v := next1(x)
	VPOR(next2(x), v, v)
	return v
}

// spread returns x with word k of each quarter in the quarter's words 0 to 2.
func spread(x reg.Register, k int) reg.Register {
	return turned(x, "spread"+string(rune('0'+k)), func(int) int { return k })
}

// stackAfter returns x with stack s+n in the place of stack s.
func stackAfter(x reg.Register, n int) reg.Register {
	m := 3 << 6
	for s := range 3 {
		m |= (s + n) % 3 << (2 * s)
	}
	v := YMM()
	VPERMQ(U8(m), x, v)
	return v
}

// diagonal returns row 0 of x0, row 1 of x1 and row 2 of x2.
func diagonal(x0, x1, x2 reg.Register) reg.Register {
	v := YMM()
	VPBLENDW(U8(0x22), x1, x0, v)
	VPBLENDW(U8(0x44), x2, v, v)
	return v
}
