package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lane returns the lane of row r of band b in stack s, each counted modulo 3.
func lane(b, r, s int) int { return 9*(b%3) + 3*(r%3) + s%3 }

// table returns a vector of 32 words in memory; beyond gives those from 27 on.
func table(name string, of func(b, r, s int) uint16, beyond func(lane int) uint16) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for l := range 32 {
		w := beyond(l)
		if l < 27 {
			w = of(l/9, l/3%3, l%3)
		}
		DATA(2*l, U16(w))
	}
	return m
}

// shuffle loads v with an index vector for VPERMB, which moves to each lane the
// one that from returns.
func shuffle(v reg.Register, name string, from func(b, r, s int) int) reg.Register {
	at := func(l int) uint16 { return uint16(2*l | (2*l+1)<<8) }
	VMOVDQU64(table(name, func(b, r, s int) uint16 { return at(from(b, r, s)) }, at), v)
	return v
}

// rows returns the mask of the lanes of row r of each band.
func rows(r int) reg.Register {
	m := 0
	for b := range 3 {
		for s := range 3 {
			m |= 1 << lane(b, r, s)
		}
	}
	t, k := GP32(), K()
	MOVL(U32(m), t)
	KMOVD(t, k)
	return k
}

// each returns a vector with the same number in each word.
func each(n int) reg.Register {
	t, v := GP32(), ZMM()
	MOVL(U32(n), t)
	VPBROADCASTW(t, v)
	return v
}
