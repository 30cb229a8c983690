package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// cellsPerWord is how many cells of nine candidates a word of a state has.
const cellsPerWord = 7

// constant is 64 bytes of read-only data.
func constant(name string, at func(i int) int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(uint8(at(i))))
	}
	return m
}

// grid writes what turns a puzzle into a state and a state into a grid, all
// cells at once. It takes VBMI and BITALG, of which the first AVX-512 knew nothing.
func (g *generator) grid() {
	g.start()
	g.read()
}

// read: VPMULTISHIFTQB takes eight of the nine candidates of a cell to a byte.
// The digit is one more than the zeros below the only bit; the ninth leaves a
// byte of nothing, which counts eight of them.
func (g *generator) read() {
	fields := constant("fields"+g.name, func(i int) int { return 9 * (i % 8) })
	close7 := constant("close"+g.name, func(i int) int { return i/cellsPerWord%8*8 + i%cellsPerWord })
	TEXT("read"+g.name, NOSPLIT, "func(grid *byte, s *uint64)")
	Doc("read" + g.name + " writes the grid of a state that is solved: kernel.read.")
	to, s := arg("grid"), arg("s")
	minus := ZMM()
	VPTERNLOGQ(U8(0xff), minus, minus, minus)
	wide, narrow := ZMM(), YMM()
	control := ZMM()
	VMOVDQU64(fields, control)
	VPMULTISHIFTQB(Mem{Base: s}, control, wide)
	VPMULTISHIFTQB(Mem{Base: s, Disp: 64}, control.AsY(), narrow)
	VPADDB(minus, wide, wide)
	VPADDB(minus.AsY(), narrow, narrow)
	VPOPCNTB(wide, wide)
	VPOPCNTB(narrow, narrow)
	VPSUBB(minus, wide, wide)
	VPSUBB(minus.AsY(), narrow, narrow)
	order := ZMM()
	VMOVDQU64(close7, order)
	VPERMB(wide, order, wide)
	VPERMB(narrow, order.AsY(), narrow)
	VMOVDQU64(wide, Mem{Base: to})
	last, r := K(), GP32()
	MOVL(U32(1<<(cells-8*cellsPerWord)-1), r)
	KMOVD(r, last)
	VMOVDQU8(narrow, last, Mem{Base: to, Disp: 8 * cellsPerWord})
	VZEROUPPER()
	RET()
}

// start: digits become eight candidates a byte and the ninth in another, and
// these are closed up to nine bits a cell. Byte j of a word then has, from its
// lowest bit: what is over of cell j-1, its ninth candidate, and the first of cell j.
func (g *generator) start() {
	first := constant("first"+g.name, func(i int) int { return i/8*cellsPerWord + i%8 })
	second := constant("second"+g.name, func(i int) int { return i/8*cellsPerWord + i%8 + 7 })
	none := constant("none"+g.name, func(i int) int {
		if i%8 == cellsPerWord {
			return 15
		}
		return 0
	})
	noneLast := constant("noneLast"+g.name, func(i int) int {
		if i%8 == cellsPerWord || i/8 == 3 && i%8 >= cells%cellsPerWord {
			return 15
		}
		return 0
	})
	eight := constant("eight"+g.name, func(i int) int {
		switch d := i % 16; {
		case d == 0:
			return 0xff
		case d < 9:
			return 1 << (d - 1)
		}
		return 0
	})
	ninth := constant("ninth"+g.name, func(i int) int {
		if d := i % 16; d == 0 || d == 9 {
			return 0xff
		}
		return 0
	})
	own := constant("own"+g.name, func(i int) int { return 7 * (i % 8) })
	over := constant("over"+g.name, func(i int) int { return 7*(i%8) + 1 })
	ownBits := constant("ownBits"+g.name, func(i int) int { return 0xff << (i % 8) & 0xff })
	ninthBit := constant("ninthBit"+g.name, func(i int) int { return 1 << (i % 8) >> 1 })

	TEXT("start"+g.name, NOSPLIT, "func(s *uint64, puzzle *byte)")
	Doc("start" + g.name + " writes the state of a puzzle: kernel.start.")
	s, puzzle := arg("s"), arg("puzzle")
	const tail = cells - 32 // the last bytes begin here
	givens, rest := K(), K()
	order, tables, n, m, x, y, b := ZMM(), ZMM(), ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU64(Mem{Base: puzzle}, x)
	VPTESTMB(x, x, givens)
	VMOVDQU64(first, order)
	VPERMB(x, order, x)
	VPORQ(none, x, x)
	VMOVDQU64(eight, tables)
	VPSHUFB(x, tables, y)
	VMOVDQU64(ninth, n)
	VPSHUFB(x, n, n)
	VMOVDQU64(own, m)
	VPMULTISHIFTQB(y, m, x)
	VMOVDQU64(over, m)
	VPMULTISHIFTQB(y, m, b)
	VMOVDQU64(ownBits, m)
	VPTERNLOGQ(U8(tableB&tableC|tableA&(0xff^tableB)), x, m, b)
	VPSLLQ(U8(8), n, n)
	VMOVDQU64(ninthBit, m)
	VPTERNLOGQ(U8(tableB&tableC|tableA&(0xff^tableB)), n, m, b)
	VMOVDQU64(b, Mem{Base: s})

	order2, n2, m2, x2, y2, b2 := YMM(), YMM(), YMM(), YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: puzzle, Disp: tail}, x2)
	VPTESTMB(x2, x2, rest)
	VMOVDQU(second, order2)
	VPERMB(x2, order2, x2)
	VPOR(noneLast, x2, x2)
	VPSHUFB(x2, tables.AsY(), y2)
	VMOVDQU(ninth, n2)
	VPSHUFB(x2, n2, n2)
	VMOVDQU(own, m2)
	VPMULTISHIFTQB(y2, m2, x2)
	VMOVDQU(over, m2)
	VPMULTISHIFTQB(y2, m2, b2)
	VMOVDQU(ownBits, m2)
	VPTERNLOGQ(U8(tableB&tableC|tableA&(0xff^tableB)), x2, m2, b2)
	VPSLLQ(U8(8), n2, n2)
	VMOVDQU(ninthBit, m2)
	VPTERNLOGQ(U8(tableB&tableC|tableA&(0xff^tableB)), n2, m2, b2)
	VMOVDQU(b2, Mem{Base: s, Disp: 64})

	// The note of how many givens there are.
	a, c := GP64(), GP64()
	KMOVQ(givens, a)
	POPCNTQ(a, a)
	KMOVD(rest, c.As32())
	SHRQ(U8(64-tail), c)
	POPCNTQ(c, c)
	ADDQ(c, a)
	SHLQ(U8(9*(cells%cellsPerWord)+8), a)
	ORQ(a, Mem{Base: s, Disp: 8 * (stateWords - 1)})
	VZEROUPPER()
	RET()
}
