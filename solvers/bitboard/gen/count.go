package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// further returns, for each lane, the digits of x that are in sole, apart from the lowest digit of x.
func further(x, sole, minusOne reg.Register) reg.Register {
	v := ZMM()
	VPADDW(minusOne, x, v)
	return ternary(a&b&c, v, x, sole)
}

// news returns the lanes of triads about which counting says something new. A triad has n cells, and
// the parameter cells has n in each lane. There are two sets of digits for each triad. The set may
// contains the digits that the triad may hold. The set must contains the digits that it must hold
// because the rest of its box cannot hold them; it is a part of may.
//
// In two cases, counting says nothing new:
//   - The set may has more than n digits, and the set must has fewer than n.
//   - Both sets have n digits. Then they are the same.
//
// In every other case, the triad or the rest of its box loses a digit, or there is a contradiction. For
// example, if may has n digits and must has fewer, then the rest of the box loses a digit.
//
// So news asks two questions: does may have more than n digits, and does must have fewer than n? If both
// answers are yes, this is the first case. If both are no, this is the second case: may has at most n
// digits, and its part must has at least n. If the answers differ, counting says something new.
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
