package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Operations on vectors of 16 words. Each returns a new register, and y may be in memory.

func and(x reg.Register, y Op) reg.Register {
	v := YMM()
	VPAND(y, x, v)
	return v
}

func or(x reg.Register, y Op) reg.Register {
	v := YMM()
	VPOR(y, x, v)
	return v
}

// except returns y without the bits of x.
func except(y Op, x reg.Register) reg.Register {
	v := YMM()
	VPANDN(y, x, v)
	return v
}

// equal returns all ones in the words in which x and y are equal, and 0 in the others.
func equal(x reg.Register, y Op) reg.Register {
	v := YMM()
	VPCMPEQW(y, x, v)
	return v
}

// decremented returns x with 1 subtracted from each word.
func decremented(x reg.Register) reg.Register {
	v := YMM()
	VPADDW(words("ones", 0xffff), x, v)
	return v
}

// withoutLowest returns x without the lowest set bit of each word.
func withoutLowest(x reg.Register) reg.Register {
	v := decremented(x)
	VPAND(x, v, v)
	return v
}

// signs returns the highest bit of each byte of x.
func signs(x reg.Register) reg.Register {
	m := GP32()
	VPMOVMSKB(x, m)
	return m
}
