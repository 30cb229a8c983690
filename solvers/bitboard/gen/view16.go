package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// store writes the sets of bivalue and open cells. The cells themselves are already in memory.
func (g *kernel16) store() {
	view := Load(Param("view"), GP64())
	two := each(2)
	for k := range g.x {
		for h, x := range g.x[k] {
			n, bivalue, open := ZMM(), K(), K()
			VPOPCNTW(x, n)
			VPCMPEQW(two, n, bivalue)
			VPCMPUW(U8(atLeast), two, n, open)
			KMOVD(bivalue, Mem{Base: view, Disp: view16Bivalue + view16Set*k + view16Set/2*h})
			KMOVD(open, Mem{Base: view, Disp: view16Open + view16Set*k + view16Set/2*h})
		}
	}
	end(true)
}
