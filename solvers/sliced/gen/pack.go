package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pack uses a plane as a byte mask, which only AVX-512 can.
func (g *generator) pack() {
	TEXT("pack"+g.name, NOSPLIT, "func(c *uint64, digits *byte)")
	Doc("pack" + g.name + " writes the digits of 64 lanes, cell by cell: kernel.pack.")
	c, digits := arg("c"), arg("digits")
	var digit [9]reg.VecVirtual
	for d := range digit {
		r := GP32()
		MOVL(U32(uint32(d+1)), r)
		digit[d] = ZMM()
		VPBROADCASTB(r, digit[d])
	}
	loop("cells", cells, func() {
		x := g.zero()
		for d := range digit {
			k := K()
			KMOVQ(g.at(c, cells*d), k)
			VMOVDQU8(digit[d], k, x)
		}
		g.store(x, Mem{Base: digits})
		ADDQ(U32(uint64(8*g.words)), c)
		ADDQ(U32(64), digits)
	})
	VZEROUPPER()
	RET()
}
