// Command gen writes the assembly of package bits: filter and count for lists of masks, with eight
// masks per vector. It uses AVX-512 F and POPCNT. The library avo allocates the registers, and
// writes the .s file and its Go declarations.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// orAnd is the truth table of a | b&c for VPTERNLOGQ, where a is the destination.
const orAnd = 0xf8

func main() {
	ConstraintExpr("amd64")
	filter()
	count()
	Generate()
}

// vectors emits a loop over the n masks at from. body gets a vector of up to eight masks, and the
// set of lanes that hold masks. The other lanes of the last vector are zero.
func vectors(from, n Register, body func(masks VecVirtual, lanes OpmaskVirtual)) {
	masks, lanes := ZMM(), K()
	all := GP32()
	MOVL(U32(0xff), all)
	KMOVW(all, lanes)
	Label("whole")
	CMPQ(n, Imm(8))
	JLT(LabelRef("rest"))
	VMOVDQU64(Mem{Base: from}, masks)
	body(masks, lanes)
	ADDQ(Imm(64), from)
	SUBQ(Imm(8), n)
	JMP(LabelRef("whole"))
	Label("rest")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	bits := GP32()
	MOVL(U32(0xff), bits)
	MOVQ(n, RCX)
	SHLL(CL, bits)
	NOTL(bits)
	ANDL(U32(0xff), bits)
	KMOVW(bits, lanes)
	VMOVDQU64_Z(Mem{Base: from}, lanes, masks)
	body(masks, lanes)
	Label("done")
}

// swaps helps to fold eight lanes into one, which takes three steps. It calls fold once per step,
// with a function that emits the swap of that step: of the halves, then the quarters, then the
// eighths of a vector.
func swaps(fold func(swap func(v VecVirtual) VecVirtual)) {
	for step := range 3 {
		fold(func(v VecVirtual) VecVirtual {
			to := ZMM()
			switch step {
			case 0:
				VSHUFI64X2(U8(0x4e), v, v, to)
			case 1:
				VSHUFI64X2(U8(0xb1), v, v, to)
			case 2:
				VPSHUFD(U8(0x4e), v, to)
			}
			return to
		})
	}
}

func zero() VecVirtual {
	v := ZMM()
	VPXORQ(v, v, v)
	return v
}

func filter() {
	TEXT("filterAVX512", NOSPLIT, "func(to, from *uint64, options int, taken uint64, t *uint64) int")
	Doc("filterAVX512 does what filter does, and stores the tally at t. It may write eight words beyond the masks that it keeps.")
	Pragma("noescape")
	to := Load(Param("to"), GP64())
	from := Load(Param("from"), GP64())
	n := Load(Param("options"), GP64())
	taken := ZMM()
	VPBROADCASTQ(Load(Param("taken"), GP64()), taken)
	start := GP64()
	MOVQ(to, start)
	one, two, three := zero(), zero(), zero()
	vectors(from, n, func(masks VecVirtual, lanes OpmaskVirtual) {
		keep, kept := K(), ZMM()
		VPTESTNMQ(taken, masks, lanes, keep)
		// First into a register, because VPCOMPRESSQ to memory is microcoded on Zen 4.
		VPCOMPRESSQ_Z(masks, keep, kept)
		VMOVDQU64(kept, Mem{Base: to})
		left := GP32()
		KMOVW(keep, left)
		POPCNTL(left, left)
		LEAQ(Mem{Base: to, Index: left.As64(), Scale: 8}, to)
		VPTERNLOGQ(U8(orAnd), kept, two, three)
		VPTERNLOGQ(U8(orAnd), kept, one, two)
		VPORQ(kept, one, one)
	})
	swaps(func(swap func(VecVirtual) VecVirtual) {
		one2, two2, three2 := swap(one), swap(two), swap(three)
		VPORQ(three2, three, three)
		VPTERNLOGQ(U8(orAnd), two, one2, three)
		VPTERNLOGQ(U8(orAnd), one, two2, three)
		VPORQ(two2, two, two)
		VPTERNLOGQ(U8(orAnd), one, one2, two)
		VPORQ(one2, one, one)
	})
	t := Load(Param("t"), GP64())
	for i, v := range []VecVirtual{one, two, three} {
		VMOVQ(v.AsX(), Mem{Base: t, Disp: 8 * i})
	}
	SUBQ(start, to)
	SHRQ(Imm(3), to)
	VZEROUPPER()
	Store(to, ReturnIndex(0))
	RET()
}

func count() {
	const planes = 8
	TEXT("countAVX512", NOSPLIT, "func(c, from *uint64, options int)")
	Doc("countAVX512 sets the first eight planes to the counts of at most 255 options.")
	Pragma("noescape")
	from := Load(Param("from"), GP64())
	n := Load(Param("options"), GP64())
	c := make([]VecVirtual, planes)
	for p := range c {
		c[p] = zero()
	}
	vectors(from, n, func(masks VecVirtual, lanes OpmaskVirtual) {
		carry := masks
		// A lane gets at most 32 of the 255 masks, so its counts fit into six planes.
		for _, plane := range c[:planes-2] {
			next := ZMM()
			VPANDQ(plane, carry, next)
			VPXORQ(plane, carry, plane)
			carry = next
		}
	})
	swaps(func(swap func(VecVirtual) VecVirtual) {
		carry := zero()
		for _, plane := range c {
			other, next := swap(plane), ZMM()
			VMOVDQA64(plane, next)
			VPTERNLOGQ(U8(0xe8), other, carry, next)  // the majority
			VPTERNLOGQ(U8(0x96), other, carry, plane) // the parity
			carry = next
		}
	})
	to := Load(Param("c"), GP64())
	for p, plane := range c {
		VMOVQ(plane.AsX(), Mem{Base: to, Disp: 8 * p})
	}
	VZEROUPPER()
	RET()
}
