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

func (m mask) without(o mask) (r mask) {
	for w := range r {
		r[w] = m[w] &^ o[w]
	}
	return r
}

func (m *mask) set(lane int)      { m[lane/64] |= 1 << (lane % 64) }
func (m *mask) unset(lane int)    { m[lane/64] &^= 1 << (lane % 64) }
func (m *mask) has(lane int) bool { return m[lane/64]>>(lane%64)&1 != 0 }

// first is the first lane of m, or -1.
func (m *mask) first() int {
	for w, x := range m {
		if x != 0 {
			return 64*w + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// aligned makes n words that begin on a 64-byte line.
func aligned(n int) []uint64 {
	s := make([]uint64, n+7)
	skip := -int(uintptr(unsafe.Pointer(&s[0]))/8) & 7
	return s[skip : skip+n : skip+n]
}
