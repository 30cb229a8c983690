package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VPCMPUW: which way round the operands of Go's assembler stand.
const (
	below  = 1 // second < first
	differ = 4
	above  = 6 // second > first
)

// Truth tables of VPTERNLOG: a is the register that is overwritten.
const (
	a = 0xf0
	b = 0xcc
	c = 0xaa
)

// ternary overwrites x with a function of x, y and z, which may be in memory.
func ternary(table uint8, x, y reg.Register, z Op) reg.Register {
	VPTERNLOGD(U8(table), z, y, x)
	return x
}

func copied(x reg.Register) reg.Register {
	v := ZMM()
	VMOVDQA64(x, v)
	return v
}

func shuffled(x, index reg.Register) reg.Register {
	v := ZMM()
	VPERMB(x, index, v)
	return v
}

// masked is x in the lanes of k, nothing elsewhere.
func masked(k, x reg.Register) reg.Register {
	v := ZMM()
	VMOVDQU16_Z(x, k, v)
	return v
}

// merged puts y into the lanes of k. It is no VPBLENDMW because avo takes what
// that overwrites for an input.
func merged(k, x, y reg.Register) reg.Register {
	VMOVDQU16(y, k, x)
	return x
}

// end returns.
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
