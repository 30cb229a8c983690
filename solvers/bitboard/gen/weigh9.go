package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// product9 emits the instructions that multiply the weights of two digits in a cell. The digits are
// offsets in the places of a view9, and peers is the set of the peers of the cell.
type product9 func(digits [2]reg.Register, peers Mem) reg.Register

// weigh9 emits a function that weighs the bivalue cells of a view9. It is assembly because in Go,
// every count of bits would first test whether the processor has an instruction for it.
func weigh9(name string, newProduct func(view reg.Register) product9, end func()) {
	TEXT(name, NOSPLIT, "func(view *uint64, state *uint16, layout *uint64) uint64")
	Pragma("noescape")
	Doc(name+" finds the cell to branch on, which is the heaviest of the cells with two candidates. (README.md",
		"tells how they are weighed.) It returns the cell and its weight as one number, weight<<7 | 80-cell. If",
		"no cell has two candidates, it returns 0.",
		"",
		"If several cells have the greatest weight, the first of them is chosen, row by row. This is why the",
		"number contains 80-cell instead of cell: the first cell then has the greatest number.",
		"",
		"The arguments are the view9 of a state, the state itself, and the layout9 of the kernel.")
	view, state, layout := Load(Param("view"), GP64()), Load(Param("state"), GP64()), Load(Param("layout"), GP64())
	best := GP64()
	XORL(best.As32(), best.As32())
	product := newProduct(view)
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
		low, high := GP64(), GP64()
		TZCNTL(two.As32(), low.As32())
		BSRL(two.As32(), high.As32())
		SHLQ(U8(4), low)
		SHLQ(U8(4), high)
		peers := Mem{Base: layout, Index: bit, Scale: 1, Disp: layout9Peers + 64*16*i}
		key := product([2]reg.Register{low, high}, peers)
		SHLQ(U8(7), key)
		ORQ(rank, key)
		CMPQ(key, best)
		CMOVQHI(key, best)
		BLSRQ(left, left)
		JNZ(LabelRef(name))
		Label(name + "Done")
	}
	end()
	Store(best, ReturnIndex(0))
	RET()
}

// vectorProduct9 counts the bits of both digits at once, byte by byte. Candidates of bivalue cells
// count four times.
func vectorProduct9(view reg.Register) product9 {
	bivalue, zero := YMM(), YMM()
	VBROADCASTI128(Mem{Base: view, Disp: view9Bivalue}, bivalue)
	VPXOR(zero, zero, zero)
	return func(digits [2]reg.Register, peers Mem) reg.Register {
		near, all, two, other, key := YMM(), YMM(), YMM(), YMM(), GP64()
		VBROADCASTI128(peers, near)
		VMOVDQU(Mem{Base: view, Index: digits[0], Scale: 1, Disp: view9At}, all.AsX())
		VINSERTI128(U8(1), Mem{Base: view, Index: digits[1], Scale: 1, Disp: view9At}, all, all)
		VPAND(near, all, all)
		VPAND(bivalue, all, two)
		VPOPCNTB(all, all)
		VPOPCNTB(two, two)
		VPADDB(two, all, all)
		VPADDB(two, two, two)
		VPADDB(two, all, all)
		VPSADBW(zero, all, all)
		VPSHUFD(U8(0b01_00_11_10), all, other)
		VPADDQ(other, all, all)
		VEXTRACTI128(U8(1), all, other.AsX())
		VPMULUDQ(other.AsX(), all.AsX(), all.AsX())
		VMOVQ(all.AsX(), key)
		return key
	}
}

// scalarProduct9 counts the two words of each digit one after the other.
func scalarProduct9(view reg.Register) product9 {
	return func(digits [2]reg.Register, peers Mem) reg.Register {
		product := scalarWeight9(view, digits[0], peers)
		IMULQ(scalarWeight9(view, digits[1], peers), product)
		return product
	}
}

// scalarWeight9 returns the weight of a digit in a cell with the given peers.
func scalarWeight9(view, digit reg.Register, peers Mem) reg.Register {
	var all, two [2]reg.Register
	for j := range 2 {
		at := GP64()
		all[j], two[j] = GP64(), GP64()
		MOVQ(Mem{Base: view, Index: digit, Scale: 1, Disp: view9At + 8*j}, at)
		ANDQ(peers.Offset(8*j), at)
		POPCNTQ(at, all[j])
		ANDQ(Mem{Base: view, Disp: view9Bivalue + 8*j}, at)
		POPCNTQ(at, two[j])
	}
	ADDQ(two[1], two[0])
	LEAQ(Mem{Base: two[0], Index: two[0], Scale: 2}, two[0])
	ADDQ(all[1], all[0])
	ADDQ(two[0], all[0])
	return all[0]
}
