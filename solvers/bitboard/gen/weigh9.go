package main

import (
	"math/bits"

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
	v := newSums9(view)
	return func(digits [2]reg.Register, peers Mem) reg.Register {
		all, two := v.near(digits, peers)
		VPOPCNTB(all, all)
		VPOPCNTB(two, two)
		VPADDB(two, all, all)
		VPADDB(two, two, two)
		VPADDB(two, all, all)
		return v.product(all)
	}
}

// shuffledProduct9 counts the bits of both digits at once, three bits at a time: VPSHUFB looks up how many bits a number
// below 8 has. Candidates of bivalue cells count four times, so a second table has three times the number.
//
// No mask is needed to take three bits out of a byte. Bits 3 and 7 of each byte of a set are never cells (quartersLayout9),
// and VPSHUFB ignores bits 4 to 6.
func shuffledProduct9(view reg.Register) product9 {
	v, once, thrice := newSums9(view), YMM(), YMM()
	VMOVDQU(global("bits", func(i int) uint8 { return uint8(bits.OnesCount(uint(i % 8))) }), once)
	VMOVDQU(global("bits_thrice", func(i int) uint8 { return uint8(3 * bits.OnesCount(uint(i%8))) }), thrice)
	counted := func(all, two reg.Register) reg.Register {
		n, more := YMM(), YMM()
		VPSHUFB(all, once, n)
		VPSHUFB(two, thrice, more)
		VPADDB(more, n, n)
		return n
	}
	return func(digits [2]reg.Register, peers Mem) reg.Register {
		all, two := v.near(digits, peers)
		sum := counted(all, two)
		VPSRLW(U8(4), all, all)
		VPSRLW(U8(4), two, two)
		VPADDB(counted(all, two), sum, sum)
		return v.product(sum)
	}
}

// sums9 has what both ways of counting share: each half of a vector belongs to one of the two digits.
type sums9 struct {
	view          reg.Register
	bivalue, zero reg.VecVirtual // the bivalue cells, in both halves
}

func newSums9(view reg.Register) *sums9 {
	v := &sums9{view, YMM(), YMM()}
	VBROADCASTI128(Mem{Base: view, Disp: view9Bivalue}, v.bivalue)
	VPXOR(v.zero, v.zero, v.zero)
	return v
}

// near returns two vectors. Each half of a vector belongs to one of the two digits: all has the peers of the cell in
// which the digit is a candidate, and two has the bivalue cells among them.
func (v *sums9) near(digits [2]reg.Register, peers Mem) (all, two reg.VecVirtual) {
	near := YMM()
	all, two = YMM(), YMM()
	VBROADCASTI128(peers, near)
	VMOVDQU(Mem{Base: v.view, Index: digits[0], Scale: 1, Disp: view9At}, all.AsX())
	VINSERTI128(U8(1), Mem{Base: v.view, Index: digits[1], Scale: 1, Disp: view9At}, all, all)
	VPAND(near, all, all)
	VPAND(v.bivalue, all, two)
	return all, two
}

// product sums up the bytes of each half, and multiplies the two sums.
func (v *sums9) product(counts reg.Register) reg.Register {
	sum, other, key := YMM(), YMM(), GP64()
	VPSADBW(v.zero, counts, sum)
	VPSHUFD(U8(0b01_00_11_10), sum, other)
	VPADDQ(other, sum, sum)
	VEXTRACTI128(U8(1), sum, other.AsX())
	VPMULUDQ(other.AsX(), sum.AsX(), sum.AsX())
	VMOVQ(sum.AsX(), key)
	return key
}
