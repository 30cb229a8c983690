package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// further returns x without the lowest digit of each lane, as far as sole contains it.
func further(x, sole, minusOne reg.Register) reg.Register {
	v := ZMM()
	VPADDW(minusOne, x, v)
	return ternary(a&b&c, v, x, sole)
}

// news returns the lanes of triads about which counting says something new. A triad has n cells, and
// the parameter cells has n in each lane. The parameter may has the digits that the triad may hold,
// and must has those that it must hold because the rest of its box cannot hold them.
//
// There are two cases in which counting says nothing new:
//   - may has more than n digits, and must has fewer than n.
//   - may and must have n digits each. They are the same digits then, because must is a part of may.
//
// In every other case, the triad or the rest of its box loses a digit, or there is a contradiction. For
// example, if may has n digits and must has fewer, then the rest of the box loses a digit.
//
// So news compares two answers: whether may has more than n digits, and whether must has fewer than n.
// If both are yes or both are no, counting says nothing new. (If both are no, may has at most n digits
// and must at least n, so they have n digits each.)
func news(may, must, cells reg.Register) reg.Register {
	n, more, fewer := ZMM(), K(), K()
	VPOPCNTW(may, n)
	VPCMPUW(U8(above), cells, n, more)
	VPOPCNTW(must, n)
	VPCMPUW(U8(below), cells, n, fewer)
	KXORD(more, fewer, fewer)
	return fewer
}

// counted returns what triads keep. cells has the number of cells of a triad, n, in each lane. A
// triad that must hold n digits loses all others. full has the triads that may hold only n digits.
// The lanes that may hold fewer than n or must hold more are added to bad.
func counted(may, must, cells, bad reg.Register) (kept, full reg.Register) {
	n, lanes := ZMM(), K()
	VPOPCNTW(may, n)
	VPCMPUW(U8(below), cells, n, lanes)
	KORD(lanes, bad, bad)
	VPCMPEQW(cells, n, lanes)
	full = masked(lanes, may)
	VPOPCNTW(must, n)
	VPCMPUW(U8(above), cells, n, lanes)
	KORD(lanes, bad, bad)
	VPCMPEQW(cells, n, lanes)
	return merged(lanes, copied(may), must), full
}
