package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Where the fields of view9 begin.
const (
	viewPairs = 0
	viewMore  = 16
	viewAt    = 32
)

// leave stores the cells and shows them in a view9. The places of each digit
// are left out where no cell is open.
func (g *kernel9) leave() {
	to, view := Load(Param("to"), GP64()), Load(Param("view"), GP64())
	two := each(2)
	open := GP32()
	XORL(open, open)
	for k, x := range g.x {
		VMOVDQU64(x, Mem{Base: to, Disp: 64 * k})
		n, pairs, more := ZMM(), K(), K()
		VPOPCNTW(x, n)
		VPCMPEQW(two, n, pairs)
		VPCMPUW(U8(above), two, n, more)
		KORD(pairs, more, more)
		KMOVD(pairs, Mem{Base: view, Disp: viewPairs + 4*k})
		m := GP32()
		KMOVD(more, m)
		ANDL(U32(1<<27-1), m)
		MOVL(m, Mem{Base: view, Disp: viewMore + 4*k})
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
			KMOVD(in, Mem{Base: view, Disp: viewAt + 16*d + 4*k})
		}
	}
	Label("solved")
	end(true)
}
