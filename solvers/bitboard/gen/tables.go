package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// lane returns the lane of row r of band b in stack s, each taken modulo 3.
func lane(b, r, s int) int { return 9*(b%3) + 3*(r%3) + s%3 }

// globals has the vectors in memory that have been emitted, by name.
var globals = map[string]Mem{}

// inMemory returns a vector of size bytes in memory. It is emitted in words of 64 bits.
func inMemory(name string, size int, at func(i int) uint8) Mem {
	m, ok := globals[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i := 0; i < size; i += 8 {
			word := uint64(0)
			for n := range 8 {
				word |= uint64(at(i+n)) << (8 * n)
			}
			DATA(i, U64(word))
		}
		globals[name] = m
	}
	return m
}

// byteOf returns a function that gives byte i of the words.
func byteOf(word func(l int) uint16) func(i int) uint8 {
	return func(i int) uint8 { return uint8(word(i/2) >> (i % 2 * 8)) }
}

// table returns a vector of 32 words in memory. beyond gives the words from 27 on.
func table(name string, word func(b, r, s int) uint16, beyond func(lane int) uint16) Mem {
	return inMemory(name, zmmBytes, byteOf(func(l int) uint16 {
		if l < 27 {
			return word(l/9, l/3%3, l%3)
		}
		return beyond(l)
	}))
}

// shuffle loads v with an index vector for VPERMB. The shuffle moves to each lane the lane that
// from returns for it.
func shuffle(v reg.Register, name string, from func(b, r, s int) int) reg.Register {
	at := func(l int) uint16 { return uint16(2*l | (2*l+1)<<8) }
	VMOVDQU64(table(name, func(b, r, s int) uint16 { return at(from(b, r, s)) }, at), v)
	return v
}

// rows returns the mask of the lanes that are row r of a band.
func rows(r int) reg.Register {
	m := uint64(0)
	for b := range 3 {
		for s := range 3 {
			m |= 1 << lane(b, r, s)
		}
	}
	return mask64(m)
}

// each returns a vector with the number n in each word.
func each(n int) reg.Register {
	t, v := GP32(), ZMM()
	MOVL(U32(n), t)
	VPBROADCASTW(t, v)
	return v
}
