package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VPCMPUW. They compare y with x in VPCMPUW(predicate, x, y, mask), because Go's
// assembler reverses the operands of the processor's manual.
const (
	below   = 1 // y < x
	differ  = 4
	atLeast = 5 // y >= x
	above   = 6 // y > x
)

// Truth tables of VPTERNLOG. a is the register that is overwritten.
const (
	a = 0xf0
	b = 0xcc
	c = 0xaa
)

// ternary overwrites x with a function of x, y and z. z may be in memory.
func ternary(table uint8, x, y reg.Register, z Op) reg.Register {
	VPTERNLOGD(U8(table), z, y, x)
	return x
}

// copied returns a copy of x.
func copied(x reg.Register) reg.Register {
	v := ZMM()
	VMOVDQA64(x, v)
	return v
}

// shuffled returns x, shuffled by an index vector.
func shuffled(x, index reg.Register) reg.Register {
	v := ZMM()
	VPERMB(x, index, v)
	return v
}

// masked returns x in the lanes of k, and 0 in the others.
func masked(k, x reg.Register) reg.Register {
	v := ZMM()
	VMOVDQU16_Z(x, k, v)
	return v
}

// merged copies y into those lanes of x that are in k. It does not use VPBLENDMW, because avo takes
// the destination of VPBLENDMW for an input.
func merged(k, x, y reg.Register) reg.Register {
	VMOVDQU16(y, k, x)
	return x
}

// end returns ok to the caller.
func end(ok bool) {
	VZEROUPPER()
	result := GP8()
	if ok {
		MOVB(U8(1), result)
	} else {
		XORB(result, result)
	}
	Store(result, ReturnIndex(0))
	RET()
}

// endSolved returns the number of solved cells to the caller, which is 81 minus the open ones. If
// open is nil, it returns -1.
func endSolved(open reg.Register) {
	VZEROUPPER()
	solved := GP64()
	if open == nil {
		MOVQ(I32(-1), solved)
	} else {
		MOVL(U32(81), solved.As32())
		SUBQ(open, solved)
	}
	Store(solved, ReturnIndex(0))
	RET()
}
