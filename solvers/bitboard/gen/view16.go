package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// store writes the view16 of the cells, which are in memory by now. It leaves the
// places of the digits out if no cell is open.
func (g *kernel16) store() {
	view := Load(Param("view"), GP64())
	two := each(2)
	open := K()
	KXORD(g.upper, g.upper, open)
	for k := range g.x {
		for h, x := range g.x[k] {
			n, bivalue, more := ZMM(), K(), K()
			VPOPCNTW(x, n)
			VPCMPEQW(two, n, bivalue)
			VPCMPUW(U8(above), two, n, more)
			KORD(bivalue, more, more)
			KORD(more, open, open)
			KMOVD(bivalue, Mem{Base: view, Disp: view16Bivalue + view16Set*k + view16Set/2*h})
			KMOVD(more, Mem{Base: view, Disp: view16Open + view16Set*k + view16Set/2*h})
		}
	}
	KORTESTD(open, open)
	JZ(LabelRef("solved"))
	digit := GP32()
	MOVL(U32(1), digit)
	for d := range 16 {
		v := ZMM()
		VPBROADCASTW(digit, v)
		SHLL(U8(1), digit)
		for k := range g.x {
			for h, x := range g.x[k] {
				in := K()
				VPTESTMW(v, x, in)
				KMOVD(in, Mem{Base: view, Disp: view16At + view16Digit*d + view16Set*k + view16Set/2*h})
			}
		}
	}
	Label("solved")
	end(true)
}
