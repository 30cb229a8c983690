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
		wide := avx512
		if cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VL {
			wide.start = func(s *state, puzzle *[cells]uint8) { startAVX512(&s[0], &puzzle[0]) }
			wide.read = func(grid *[cells]uint8, s *state) { readAVX512(&grid[0], &s[0]) }
		}
		k = append(k, wide)
	}
	return k
}

var avx2 = kernel{
	name:  "avx2",
	words: 4,
	sweep: func(c, count, sure, now *uint64, v *verdict) {
		sweepAVX2(c, count, sure, now, (*uint64)(unsafe.Pointer(v)))
	},
	choose:   chooseAVX2,
	toStates: func(states, c *uint64) { toStatesAVX2(states, c, &rowsAVX2[0]) },
	toPlanes: func(c, states *uint64) { toPlanesAVX2(c, states, &rowsAVX2[0]) },
	start:    startByTable,
	read:     readByTable,
	forget:   func(sure *uint64, m *mask) { forgetAVX2(sure, &m[0]) },
}

var avx512 = kernel{
	name:  "avx512",
	words: 8,
	sweep: func(c, count, sure, now *uint64, v *verdict) {
		sweepAVX512(c, count, sure, now, (*uint64)(unsafe.Pointer(v)))
	},
	choose:   chooseAVX512,
	toStates: func(states, c *uint64) { toStatesAVX512(states, c, &rowsAVX512[0]) },
	toPlanes: func(c, states *uint64) { toPlanesAVX512(c, states, &rowsAVX512[0]) },
	start:    startByTable,
	read:     readByTable,
	forget:   func(sure *uint64, m *mask) { forgetAVX512(sure, &m[0]) },
}

// The rows of states, in bytes from the first plane.
var rowsAVX2, rowsAVX512 = inBytes(4), inBytes(8)

func inBytes(words int) (r [allPlanes]uint64) {
	for i, p := range rows {
		r[i] = uint64(8 * words * p)
	}
	return r
}
