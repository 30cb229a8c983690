package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// several adds to bad the lanes of x that hold more than one digit of sole.
func several(x, sole, minusOne, bad reg.Register) {
	single, less, lanes := ZMM(), ZMM(), K()
	VPANDD(sole, x, single)
	VPADDW(minusOne, single, less)
	VPTESTMW(single, less, lanes)
	KORD(lanes, bad, bad)
}

// counted takes triads to what they keep: where as many digits must go there
// as a triad has cells, no other may. It also returns the triads where no more
// than that may go, and adds to bad the lanes where fewer may or more must.
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
