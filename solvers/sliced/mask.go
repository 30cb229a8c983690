package sliced

import (
	"math/bits"
	"unsafe"
)

func (m mask) count() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

func (m mask) or(o mask) (r mask) {
	for w := range r {
		r[w] = m[w] | o[w]
	}
	return r
}

func (m mask) and(o mask) (r mask) {
	for w := range r {
		r[w] = m[w] & o[w]
	}
	return r
}

func (m mask) without(o mask) (r mask) {
	for w := range r {
		r[w] = m[w] &^ o[w]
	}
	return r
}

func (m *mask) set(lane int)      { m[lane/64] |= 1 << (lane % 64) }
func (m *mask) unset(lane int)    { m[lane/64] &^= 1 << (lane % 64) }
func (m *mask) has(lane int) bool { return m[lane/64]>>(lane%64)&1 != 0 }

// at is the number of one lane.
func (n *number) at(lane int) int {
	w, b := lane/64, lane%64
	x := 0
	for i := range n {
		x |= int(n[i][w]>>b&1) << i
	}
	return x
}

// aligned makes n words that begin on a 64-byte line.
func aligned(n int) []uint64 {
	s := make([]uint64, n+7)
	skip := -int(uintptr(unsafe.Pointer(&s[0]))/8) & 7
	return s[skip : skip+n : skip+n]
}
