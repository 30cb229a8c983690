package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cells9 has the bytes that are cells when two vectors are packed into one: rows 0 to 2 of stacks 0
// to 2, and those bytes of stack 3 to which gather moves cells.
var cells9 = [4]uint64{0x77777777, 0x07777777, 0x07077777, 0x07077777}

// store writes the cells and their view9. If no cell is open, it leaves out the places of the
// digits.
func (g *narrow9) store() {
	dst, view := Load(Param("dst"), GP64()), Load(Param("view"), GP64())
	x := [9]reg.Register{}
	for i := range x {
		x[i] = g.x[i/3][i%3]
		VMOVDQU(x[i], Mem{Base: dst, Disp: ymmBytes * i})
	}
	g.gather()
	count := GP64()
	XORL(count.As32(), count.As32())
	for i := 0; i < len(cells9); i += 2 {
		var bivalue, single [2]reg.Register // of the two halves of a word of a set
		for h := range bivalue {
			bivalue[h], single[h] = g.few(x[2*(i+h)], x[2*(i+h)+1])
		}
		MOVQ(halves(bivalue), Mem{Base: view, Disp: view9Bivalue + view9Vector*i})
		open, cells := halves(single), GP64()
		NOTQ(open)
		MOVQ(U64(cells9[i]|cells9[i+1]<<32), cells)
		ANDQ(cells, open)
		MOVQ(open, Mem{Base: view, Disp: view9Open + view9Vector*i})
		POPCNTQ(open, open)
		ADDQ(open, count)
	}
	JZ(LabelRef("solved"))
	for i := 0; i < len(cells9); i += 2 {
		var low, top [2]reg.Register // of the two halves of a word of a set
		for h := range low {
			low[h], top[h] = g.bytes(x[2*(i+h)], x[2*(i+h)+1])
		}
		place := func(d int, x [2]reg.Register) {
			MOVQ(halves(x), Mem{Base: view, Disp: view9At + view9Digit*d + view9Vector*i})
		}
		place(8, top)
		for d := 7; d >= 0; d-- {
			place(d, low)
			for h := range low {
				if d > 0 {
					VPADDB(low[h], low[h], low[h])
				}
			}
		}
	}
	Label("solved")
	endSolved(count)
}

// gather moves the cells of the last vector to stack 3 of the first three.
func (g *narrow9) gather() {
	for s := range 3 {
		v := YMM()
		VPERMQ(U8(s<<6), g.x[2][2], v)
		VPBLENDD(U8(0xc0), v, g.x[0][s], g.x[0][s])
	}
}

// few packs two vectors into one. In bivalue, the bytes of words with two bits are all ones, and in
// single the bytes of words with at most one bit.
func (g *narrow9) few(x, y reg.Register) (bivalue, single reg.Register) {
	var one, two [2]reg.Register
	for i, v := range []reg.Register{x, y} {
		rest := withoutLowest(v)
		one[i] = equal(rest, g.zero())
		two[i] = equal(withoutLowest(rest), g.zero())
	}
	VPACKSSWB(one[1], one[0], one[0])
	VPACKSSWB(two[1], two[0], two[0])
	VPANDN(two[0], one[0], two[0])
	return two[0], one[0]
}

// halves returns the word of a set whose halves are the highest bits of the bytes of two vectors.
// The word is stored whole, as in setOf.
func halves(x [2]reg.Register) reg.Register {
	low, high := GP64(), GP64()
	VPMOVMSKB(x[0], low.As32())
	VPMOVMSKB(x[1], high.As32())
	SHLQ(U8(32), high)
	ORQ(high, low)
	return low
}

// bytes packs two vectors into one. The bytes of low have the digits 0 to 7, and the highest bits
// of the bytes of top have digit 8.
func (g *narrow9) bytes(x, y reg.Register) (low, top reg.Register) {
	lowX, lowY := and(x, words("byte", 255)), and(y, words("byte", 255))
	VPACKUSWB(lowY, lowX, lowX)
	topX, topY := YMM(), YMM()
	VPSLLW(U8(7), x, topX)
	VPSLLW(U8(7), y, topY)
	VPACKSSWB(topY, topX, topX)
	return lowX, topX
}
