package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// steps are the steps of a transposition: how far bits move, and which bits stay in the lower of
// two rows. Each half of the transposition has three steps.
var steps = [2][3]struct{ by, stay uint64 }{
	{{32, 0x00000000ffffffff}, {16, 0x0000ffff0000ffff}, {8, 0x00ff00ff00ff00ff}},
	{{4, 0x0f0f0f0f0f0f0f0f}, {2, 0x3333333333333333}, {1, 0x5555555555555555}},
}

// transpose emits kernel.toStates and kernel.toPlanes. All words of a plane are transposed at once:
// a row of the matrix is a vector, which has one row for each of the words.
func (g *generator) transpose() {
	TEXT("toStates"+g.name, NOSPLIT, "func(states, c, planes *uint64)")
	Doc("toStates" + g.name + " implements kernel.toStates.")
	states, c, table := arg("states"), arg("c"), arg("planes")
	g.turn(states, table, g.plane(c), g.row)

	TEXT("toPlanes"+g.name, NOSPLIT, "func(c, states, planes *uint64)")
	Doc("toPlanes" + g.name + " implements kernel.toPlanes.")
	c, states, table = arg("c"), arg("states"), arg("planes")
	g.turn(states, table, g.row, g.plane(c))
}

// turn transposes all matrices, one after another. Between the two halves of the transposition, the
// rows are in the memory of the states.
func (g *generator) turn(states, table reg.Register, from, to place) {
	var stay [2][3]reg.VecVirtual
	for half := range stay {
		for i, s := range steps[half] {
			r := GP64()
			MOVQ(U64(s.stay), r)
			stay[half][i] = g.broadcast(r)
		}
	}
	loop("matrices", stateWords, func() {
		at := GP64()
		MOVQ(states, at)
		g.half64("far", at, table, 0, stay[0], 8, from, g.row)
		SUBQ(U32(8*8), table)
		MOVQ(states, at)
		g.half64("near", at, table, 1, stay[1], 1, g.row, to)
		ADDQ(U32(uint64(8*g.words)), states)
	})
	VZEROUPPER()
	RET()
}

// place returns the address of row i of the current eight rows.
type place func(states, table reg.Register, i int) Mem

func (g *generator) row(states, _ reg.Register, i int) Mem {
	return g.at(states, stateWords*i)
}

// plane returns the place of a row that is among the planes at c, in the order of a table.
func (g *generator) plane(c reg.Register) place {
	return func(_, table reg.Register, i int) Mem {
		at := GP64()
		MOVQ(Mem{Base: table, Disp: 8 * i}, at)
		return Mem{Base: c, Index: at, Scale: 1}
	}
}

// half64 does three of the six steps for a matrix. It works on eight rows at a time, which are
// apart rows from each other.
func (g *generator) half64(label string, at, table reg.Register, half int, stay [3]reg.VecVirtual, apart int, from, to place) {
	next := 8 / apart // how many rows there are from one group of eight to the next
	loop(label, 8, func() {
		var x [8]reg.VecVirtual
		for i := range x {
			x[i] = g.load(from(at, table, apart*i))
		}
		for k, s := range steps[half] {
			for i := range x {
				if j := i | 4>>k; j != i {
					x[i], x[j] = g.swap(x[i], x[j], s.by, stay[k])
				}
			}
		}
		for i := range x {
			g.store(x[i], to(at, table, apart*i))
		}
		ADDQ(U32(uint64(next*g.words*8*stateWords)), at)
		ADDQ(U32(uint64(8*next)), table)
	})
}

// swap exchanges the upper bits of each group in row a with the lower bits of the group in row b.
func (g *generator) swap(a, b reg.VecVirtual, by uint64, stay reg.VecVirtual) (newA, newB reg.VecVirtual) {
	t := g.vec()
	if g.wide {
		u := g.vec()
		VPSLLQ(U8(by), b, t)
		VPSRLQ(U8(by), a, u)
		VPTERNLOGQ(U8(tableBlend), a, stay, t)
		VPTERNLOGQ(U8(tableBlendBack), b, stay, u)
		return t, u
	}
	VPSRLQ(U8(by), a, t)
	VPXOR(b, t, t)
	VPAND(stay, t, t)
	VPXOR(b, t, b)
	VPSLLQ(U8(by), t, t)
	VPXOR(a, t, a)
	return a, b
}

func (g *generator) broadcast(r reg.Register) reg.VecVirtual {
	v := g.vec()
	if g.wide {
		VPBROADCASTQ(r, v)
		return v
	}
	x := XMM()
	VMOVQ(r, x)
	VPBROADCASTQ(x, v)
	return v
}

// forget emits kernel.forget.
func (g *generator) forget() {
	TEXT("forget"+g.name, NOSPLIT, "func(certain, m *uint64)")
	Doc("forget" + g.name + " implements kernel.forget.")
	certain, mask := arg("certain"), g.load(Mem{Base: arg("m")})
	loop("cells", cells, func() {
		g.store(g.without(g.vec(), mask, g.at(certain, 0)), g.at(certain, 0))
		ADDQ(U32(uint64(8*g.words)), certain)
	})
	VZEROUPPER()
	RET()
}
