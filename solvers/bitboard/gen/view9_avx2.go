package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cells9 are the bytes that are cells when two vectors are packed into one: rows 0
// to 2 of stacks 0 to 2, and of stack 3 where gather puts cells.
var cells9 = [4]uint32{0x77777777, 0x07777777, 0x07077777, 0x07077777}

// store writes the cells and their view9. It leaves the places of the digits out
// if no cell is open.
func (g *narrow9) store() {
	to, view := Load(Param("to"), GP64()), Load(Param("view"), GP64())
	x := [9]reg.Register{}
	for i := range x {
		x[i] = g.x[i/3][i%3]
		VMOVDQU(x[i], Mem{Base: to, Disp: ymmBytes * i})
	}
	g.gather()
	anyOpen := GP32()
	XORL(anyOpen, anyOpen)
	for i, cells := range cells9 {
		var single, two [2]reg.Register
		for j := range 2 {
			rest := withoutLowest(x[2*i+j])
			single[j] = equal(rest, g.zero())
			two[j] = equal(withoutLowest(rest), g.zero())
		}
		VPACKSSWB(single[1], single[0], single[0])
		VPACKSSWB(two[1], two[0], two[0])
		VPANDN(two[0], single[0], two[0])
		MOVL(signs(two[0]), Mem{Base: view, Disp: view9Bivalue + view9Vector*i})
		open := signs(single[0])
		NOTL(open)
		ANDL(U32(cells), open)
		MOVL(open, Mem{Base: view, Disp: view9Open + view9Vector*i})
		ORL(open, anyOpen)
	}
	TESTL(anyOpen, anyOpen)
	JZ(LabelRef("solved"))
	for i := range cells9 {
		var low, top [2]reg.Register
		for j := range 2 {
			low[j] = and(x[2*i+j], words("byte", 255))
			top[j] = YMM()
			VPSLLW(U8(7), x[2*i+j], top[j])
		}
		VPACKSSWB(top[1], top[0], top[0])
		VPACKUSWB(low[1], low[0], low[0])
		place := func(d int, x reg.Register) {
			MOVL(signs(x), Mem{Base: view, Disp: view9At + view9Digit*d + view9Vector*i})
		}
		place(8, top[0])
		for d := 7; d >= 0; d-- {
			place(d, low[0])
			if d > 0 {
				VPADDB(low[0], low[0], low[0])
			}
		}
	}
	Label("solved")
	end(true)
}

// gather moves the cells of the last vector to stack 3 of the first three.
func (g *narrow9) gather() {
	for s := range 3 {
		v := YMM()
		VPERMQ(U8(s<<6), g.x[2][2], v)
		VPBLENDD(U8(0xc0), v, g.x[0][s], g.x[0][s])
	}
}
