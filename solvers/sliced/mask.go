package sliced

import (
	"math/bits"
	"unsafe"
)

const (
	maxWords   = 8
	maxLanes   = 64 * maxWords
	numberBits = 7 // of a number up to 81
)

// mask has one bit per lane. Kernels with fewer words leave the remaining words 0.
type mask [maxWords]uint64

// number is a small number for each lane: plane i has the bits of weight 1<<i.
type number [numberBits]mask

func (m mask) count() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

func (m *mask) set(lane int)      { m[lane/64] |= 1 << (lane % 64) }
func (m *mask) unset(lane int)    { m[lane/64] &^= 1 << (lane % 64) }
func (m *mask) has(lane int) bool { return m[lane/64]>>(lane%64)&1 != 0 }

// aligned makes n words that begin on a 64-byte line, because a vector that crosses a line costs
// two accesses.
func aligned(n int) []uint64 {
	s := make([]uint64, n+7)
	skip := -int(uintptr(unsafe.Pointer(&s[0]))/8) & 7
	return s[skip : skip+n : skip+n]
}
