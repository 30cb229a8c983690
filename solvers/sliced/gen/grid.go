package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// constant declares 64 bytes of read-only data.
func constant(name string, at func(i int) int) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(uint8(at(i))))
	}
	return m
}

// grid emits kernel.start and kernel.read for all cells at once. They need BW, VL, VBMI and BITALG,
// which the first processors with AVX-512 do not have.
func (g *generator) grid() {
	g.start()
	g.read()
}

// read emits kernel.read. VPMULTISHIFTQB moves eight of the nine candidates of a cell to a byte.
// The digit is one more than the number of zeros below the only bit that is set. For digit nine the
// byte is empty, so there are eight zeros.
func (g *generator) read() {
	fields := constant("fields"+g.name, func(i int) int { return 9 * (i % 8) })
	close7 := constant("close"+g.name, func(i int) int { return i/cellsPerWord%8*8 + i%cellsPerWord })
	TEXT("read"+g.name, NOSPLIT, "func(grid *byte, s *uint64)")
	Doc("read" + g.name + " implements kernel.read.")
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

// start emits kernel.start. It has two parts, one for the cells of the first eight words of a state
// and one for the cells of the other four.
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
	nineBits := g.nineBits()

	TEXT("start"+g.name, NOSPLIT, "func(s *uint64, puzzle *byte)")
	Doc("start" + g.name + " implements kernel.start.")
	s, puzzle := arg("s"), arg("puzzle")
	const tail = cells - 32 // the last bytes begin here
	givens, rest := K(), K()
	nineBits(ZMM, Mem{Base: puzzle}, givens, first, none, Mem{Base: s})
	nineBits(YMM, Mem{Base: puzzle, Disp: tail}, rest, second, noneLast, Mem{Base: s, Disp: 64})

	// The note about cells with one candidate is the number of givens.
	a, c := GP64(), GP64()
	KMOVQ(givens, a)
	POPCNTQ(a, a)
	KMOVD(rest, c.As32())
	SHRQ(U8(64-tail), c)
	POPCNTQ(c, c)
	ADDQ(c, a)
	SHLQ(U8(placedBit), a)
	ORQ(a, Mem{Base: s, Disp: 8 * (stateWords - 1)})
	VZEROUPPER()
	RET()
}

// nineBits declares constants, and returns a function that turns digits into nine candidate bits
// per cell. The function marks in filled the cells that hold a digit. order moves the digits of a
// word's cells to the first seven of its bytes, and none marks the bytes that do not belong to a
// cell.
//
// Eight candidates of a cell become one byte, and the ninth becomes a part of another, and then
// these are moved together. After that, byte j of a word has, from its lowest bit: the upper
// candidates of cell j-1, its ninth one, and the lower candidates of cell j.
func (g *generator) nineBits() func(vec func() reg.VecVirtual, digits Mem, filled reg.OpmaskVirtual, order, none, state Mem) {
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

	return func(vec func() reg.VecVirtual, digits Mem, filled reg.OpmaskVirtual, order, none, state Mem) {
		m, n, x, y, b := vec(), vec(), vec(), vec(), vec()
		VMOVDQU64(digits, x)
		VPTESTMB(x, x, filled)
		VMOVDQU64(order, m)
		VPERMB(x, m, x)
		VPORQ(none, x, x)
		VMOVDQU64(eight, m)
		VPSHUFB(x, m, y)
		VMOVDQU64(ninth, n)
		VPSHUFB(x, n, n)
		VMOVDQU64(own, m)
		VPMULTISHIFTQB(y, m, x)
		VMOVDQU64(over, m)
		VPMULTISHIFTQB(y, m, b)
		VMOVDQU64(ownBits, m)
		VPTERNLOGQ(U8(tableBlend), x, m, b)
		VPSLLQ(U8(8), n, n)
		VMOVDQU64(ninthBit, m)
		VPTERNLOGQ(U8(tableBlend), n, m, b)
		VMOVDQU64(b, state)
	}
}
