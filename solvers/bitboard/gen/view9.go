package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// store writes the cells and their view9. It leaves the places of the digits out
// if no cell is open.
func (g *kernel9) store() {
	to, view := Load(Param("to"), GP64()), Load(Param("view"), GP64())
	two := each(2)
	open := GP32()
	XORL(open, open)
	for k, x := range g.x {
		VMOVDQU64(x, Mem{Base: to, Disp: zmmBytes * k})
		n, bivalue, more := ZMM(), K(), K()
		VPOPCNTW(x, n)
		VPCMPEQW(two, n, bivalue)
		VPCMPUW(U8(above), two, n, more)
		KORD(bivalue, more, more)
		KMOVD(bivalue, Mem{Base: view, Disp: view9Bivalue + view9Vector*k})
		m := GP32()
		KMOVD(more, m)
		ANDL(U32(1<<27-1), m)
		MOVL(m, Mem{Base: view, Disp: view9Open + view9Vector*k})
		ORL(m, open)
	}
	JZ(LabelRef("solved"))
	digit := GP32()
	MOVL(U32(1), digit)
	for d := range 9 {
		v := ZMM()
		VPBROADCASTW(digit, v)
		if d < 8 {
			SHLL(U8(1), digit)
		}
		for k, x := range g.x {
			in := K()
			VPTESTMW(v, x, in)
			KMOVD(in, Mem{Base: view, Disp: view9At + view9Digit*d + view9Vector*k})
		}
	}
	Label("solved")
	end(true)
}
