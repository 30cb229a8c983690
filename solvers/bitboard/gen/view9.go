package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// store writes the cells and their view9. If no cell is open, it leaves out the places of the
// digits.
func (g *kernel9) store() {
	dst, view := Load(Param("dst"), GP64()), Load(Param("view"), GP64())
	two := each(2)
	var bivalue, open [3]reg.Register
	for k, x := range g.x {
		VMOVDQU64(x, Mem{Base: dst, Disp: zmmBytes * k})
		n := ZMM()
		bivalue[k], open[k] = K(), K()
		VPOPCNTW(x, n)
		VPCMPEQW(two, n, bivalue[k])
		VPCMPUW(U8(above), two, n, open[k])
		KORD(bivalue[k], open[k], open[k])
	}
	for i, k := range setOf(bivalue) {
		KMOVQ(k, Mem{Base: view, Disp: view9Bivalue + 8*i})
	}
	count, cells := GP64(), GP64()
	XORL(count.As32(), count.As32())
	MOVQ(U64((1<<27-1)*(1|1<<32)), cells)
	for i, k := range setOf(open) {
		m := GP64()
		KMOVQ(k, m)
		ANDQ(cells, m)
		MOVQ(m, Mem{Base: view, Disp: view9Open + 8*i})
		POPCNTQ(m, m)
		ADDQ(m, count)
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
		var in [3]reg.Register
		for k, x := range g.x {
			in[k] = K()
			VPTESTMW(v, x, in[k])
		}
		for i, k := range setOf(in) {
			KMOVQ(k, Mem{Base: view, Disp: view9At + view9Digit*d + 8*i})
		}
	}
	Label("solved")
	endSolved(count)
}

// setOf returns the two words of a set that has a mask for each vector. A set is stored in whole
// words because choosing a cell loads whole words, and a load that needs the data of two earlier
// stores has to wait for both.
func setOf(masks [3]reg.Register) [2]reg.Register {
	KUNPCKDQ(masks[0], masks[1], masks[0])
	return [2]reg.Register{masks[0], masks[2]}
}
