package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// Where the fields of view16 begin.
const (
	view16Pairs = 0
	view16More  = 32
	view16At    = 64
)

// leave shows the cells, which are stored by now, in a view16. The places of
// each digit are left out where no cell is open.
func (g *kernel16) leave() {
	view := Load(Param("view"), GP64())
	two := each(2)
	open := K()
	KXORD(g.upper, g.upper, open)
	for k := range g.x {
		for h, x := range g.x[k] {
			n, pairs, more := ZMM(), K(), K()
			VPOPCNTW(x, n)
			VPCMPEQW(two, n, pairs)
			VPCMPUW(U8(above), two, n, more)
			KORD(pairs, more, more)
			KORD(more, open, open)
			KMOVD(pairs, Mem{Base: view, Disp: view16Pairs + 8*k + 4*h})
			KMOVD(more, Mem{Base: view, Disp: view16More + 8*k + 4*h})
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
				KMOVD(in, Mem{Base: view, Disp: view16At + 32*d + 8*k + 4*h})
			}
		}
	}
	Label("solved")
	end(true)
}
