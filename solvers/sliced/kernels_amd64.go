package sliced

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C gen run . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg sliced
//go:generate go -C gen run . -wide -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg sliced

// kernels are those that the processor has, the narrowest first. GODEBUG
// settings cpu.avx2=off and cpu.avx512f=off hide it from view.
func kernels() []kernel {
	k := []kernel{word}
	if cpu.X86.HasAVX2 {
		k = append(k, avx2)
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW {
		k = append(k, avx512)
	}
	return k
}

var avx2 = kernel{
	name:  "avx2",
	words: 4,
	sweep: func(c, count, sure, now *uint64, v *verdict) {
		sweepAVX2(c, count, sure, now, (*uint64)(unsafe.Pointer(v)))
	},
	choose: func(c, scratch *uint64, ch *choice) {
		chooseAVX2(c, scratch, (*uint64)(unsafe.Pointer(ch)))
	},
	move: func(dst, src *uint64, m *mask, s shift) { moveAVX2(dst, src, &m[0], s.word, s.by) },
	wipe: func(c *uint64, m *mask) { wipeAVX2(c, &m[0]) },
	fill: func(c *uint64, m *mask) { fillAVX2(c, &m[0]) },
}

var avx512 = kernel{
	name:  "avx512",
	words: 8,
	sweep: func(c, count, sure, now *uint64, v *verdict) {
		sweepAVX512(c, count, sure, now, (*uint64)(unsafe.Pointer(v)))
	},
	choose: func(c, scratch *uint64, ch *choice) {
		chooseAVX512(c, scratch, (*uint64)(unsafe.Pointer(ch)))
	},
	move: func(dst, src *uint64, m *mask, s shift) { moveAVX512(dst, src, &m[0], s.word, s.by) },
	wipe: func(c *uint64, m *mask) { wipeAVX512(c, &m[0]) },
	fill: func(c *uint64, m *mask) { fillAVX512(c, &m[0]) },
	pack: func(c *uint64, digits *[cells][64]uint8) { packAVX512(c, &digits[0][0]) },
}
