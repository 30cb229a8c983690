package sliced

import "golang.org/x/sys/cpu"

// kernels returns the kernels that the processor can run, the narrowest first. GODEBUG settings
// such as cpu.avx2=off and cpu.avx512f=off exclude some of them.
func kernels() []kernel {
	k := []kernel{portable}
	if cpu.X86.HasAVX2 {
		k = append(k, assembly("avx2", 4, sweepAVX2, chooseAVX2, toStatesAVX2, toPlanesAVX2, forgetAVX2))
	}
	if cpu.X86.HasAVX512F {
		wide := assembly("avx512", 8, sweepAVX512, chooseAVX512, toStatesAVX512, toPlanesAVX512, forgetAVX512)
		if hasVBMI {
			wide.start = func(s *state, puzzle *[cells]uint8) { startAVX512(&s[0], &puzzle[0]) }
			wide.read = func(grid *[cells]uint8, s *state) { readAVX512(&grid[0], &s[0]) }
		}
		k = append(k, wide)
	}
	return k
}

// hasVBMI reports whether AVX-512 comes with the extensions that start and read need. These two do
// not make a kernel of their own, because a sweep does not need the extensions.
var hasVBMI = cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG
