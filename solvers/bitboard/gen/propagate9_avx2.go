package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// narrow9 has the registers that the parts of the AVX2 function share. The cells have fixed
// registers.
type narrow9 struct {
	x       [3][3]reg.Register // by band and column
	covered reg.Register
	scratch Mem
}

// propagate9AVX2 emits the AVX2 function. As in propagate9, its loop ends when a round does not
// change anything, and counting the digits of triads does not change anything either. The rounds
// differ from the rounds of propagate9, but they lead to the same candidates.
func propagate9AVX2() {
	TEXT("propagate9AVX2", NOSPLIT, "func(dst, src *uint16, word int, digits uint, scratch *uint16, view *uint64) int")
	Pragma("noescape")
	Doc("propagate9AVX2 takes one branch of the search. It reads the state src, allows one cell only some of its",
		"digits, draws all conclusions by the rules of state9.propagate, and stores the new state in dst. The",
		"pointers src and dst may be equal. Both states are stored as a quarters9.",
		"",
		"The parameter `word` chooses the cell, by its index in a quarters9. If `word` is -1, all cells keep",
		"their digits. The parameter `digits` has one bit for each digit that the cell may keep.",
		"",
		"propagate9AVX2 stores the view9 of the new state in view, and returns the number of solved cells. If",
		"the grid turns out not to have a solution, it returns -1, and does not change dst and view. It always",
		"overwrites scratch.")
	g := &narrow9{}
	for i := range 9 {
		g.x[i/3][i%3] = []reg.Register{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8}[i]
	}
	g.scratch = Mem{Base: Load(Param("scratch"), GP64())}
	g.place()

	none := YMM()
	VPXOR(none, none, none)
	VMOVDQU(none, g.saved(sum9))
	JMP(LabelRef("rows"))
	Label("round")
	g.matchColumns()
	VMOVDQU(g.sum(), g.saved(sum9))
	Label("rows")
	for b := range g.x {
		g.naked(b)
		g.matchRows(b)
	}
	g.failUnlessFull()
	m := signs(equal(g.sum(), g.saved(sum9)))
	INCL(m)
	JNZ(LabelRef("round"))

	g.count()
	g.store()

	Label("fail")
	endSolved(nil)
}

// Indices of the vectors in scratch.
const (
	sum9   = 0 // the sum of all words after the last matching of columns, at first 0
	after9 = 1 // the column triads of band 0, turned
)

// saved returns a vector in scratch.
func (g *narrow9) saved(i int) Mem { return g.scratch.Offset(ymmBytes * i) }

func (g *narrow9) zero() Mem { return words("zero", 0) }

// place loads the cells, and sets one word of them to digits.
func (g *narrow9) place() {
	src := Load(Param("src"), GP64())
	word, digits := YMM(), YMM()
	broadcast(word, "word")
	broadcast(digits, "digits")
	for i := range 9 {
		numbers := global("numbers"+string(rune('0'+i)), byteOf(func(l int) uint16 { return uint16(16*i + l) }))
		x := g.x[i/3][i%3]
		hit := equal(word, numbers)
		VMOVDQU(Mem{Base: src, Disp: ymmBytes * i}, x)
		VPBLENDVB(hit, digits, x, x)
	}
}

// broadcast sets each word of v to the low word of a parameter.
func broadcast(v reg.VecVirtual, param string) {
	n := Load(Param(param), GP64()).(reg.GPVirtual)
	VMOVD(n.As32(), v.AsX())
	VPBROADCASTW(v.AsX(), v)
}
