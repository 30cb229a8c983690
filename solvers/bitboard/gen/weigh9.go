package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// weigh9 prints the function that weighs the bivalue cells of a view9. In Go every
// count of bits would ask first whether the processor has an instruction for it.
func weigh9() {
	TEXT("weigh9", NOSPLIT, "func(view *uint64, state *uint16, layout *uint64) uint64")
	Pragma("noescape")
	Doc("weigh9 returns weight<<7 | 80-cell of the heaviest bivalue cell in a view9 and its",
		"state, and the first one, row by row, of several; 0 if there is none. It needs",
		"POPCNT, BMI1 and the places of the cells, a layout9.")
	view, state, layout := Load(Param("view"), GP64()), Load(Param("state"), GP64()), Load(Param("layout"), GP64())
	best := GP64()
	XORL(best.As32(), best.As32())
	for i, name := range []string{"first", "second"} {
		left := GP64()
		MOVQ(Mem{Base: view, Disp: view9Bivalue + 8*i}, left)
		TESTQ(left, left)
		JZ(LabelRef(name + "Done"))
		Label(name)
		bit, rank, two := GP64(), GP64(), GP64()
		TZCNTQ(left, bit)
		MOVBLZX(Mem{Base: layout, Index: bit, Scale: 1, Disp: layout9Word + 64*i}, two.As32())
		MOVWLZX(Mem{Base: state, Index: two, Scale: 2}, two.As32())
		MOVBLZX(Mem{Base: layout, Index: bit, Scale: 1, Disp: layout9Rank + 64*i}, rank.As32())
		SHLQ(U8(4), bit)
		var p [2]reg.Register
		for j := range p {
			p[j] = GP64()
			MOVQ(Mem{Base: layout, Index: bit, Scale: 1, Disp: layout9Peers + 64*16*i + 8*j}, p[j])
		}
		low, high := GP64(), GP64()
		TZCNTL(two.As32(), low.As32())
		BSRL(two.As32(), high.As32())
		key := weight9(view, low, p)
		IMULQ(weight9(view, high, p), key)
		SHLQ(U8(7), key)
		ORQ(rank, key)
		CMPQ(key, best)
		CMOVQHI(key, best)
		BLSRQ(left, left)
		JNZ(LabelRef(name))
		Label(name + "Done")
	}
	Store(best, ReturnIndex(0))
	RET()
}

// weight9 returns the weight of a digit in a cell with the given peers: of the
// candidates there those of bivalue cells count four times.
func weight9(view, digit reg.Register, peers [2]reg.Register) reg.Register {
	SHLQ(U8(4), digit)
	all, two := GP64(), GP64()
	for j, p := range peers {
		at, n := GP64(), GP64()
		MOVQ(Mem{Base: view, Index: digit, Scale: 1, Disp: view9At + 8*j}, at)
		ANDQ(p, at)
		if j == 0 {
			POPCNTQ(at, all)
			ANDQ(Mem{Base: view, Disp: view9Bivalue + 8*j}, at)
			POPCNTQ(at, two)
		} else {
			POPCNTQ(at, n)
			ADDQ(n, all)
			ANDQ(Mem{Base: view, Disp: view9Bivalue + 8*j}, at)
			POPCNTQ(at, at)
			ADDQ(at, two)
		}
	}
	LEAQ(Mem{Base: two, Index: two, Scale: 2}, two)
	ADDQ(two, all)
	return all
}
