package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// several adds to bad the lanes of x in which sole has more than one digit.
func several(x, sole, minusOne, bad reg.Register) {
	single, less, lanes := ZMM(), ZMM(), K()
	VPANDD(sole, x, single)
	VPADDW(minusOne, single, less)
	VPTESTMW(single, less, lanes)
	KORD(lanes, bad, bad)
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
