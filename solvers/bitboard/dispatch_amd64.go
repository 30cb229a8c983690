package bitboard

import "golang.org/x/sys/cpu"

// allVariants names all variants for amd64.
var allVariants = []string{"portable", "avx2", "avx512"}

// available returns the variants that the processor can run, the slowest first. There is no AVX2
// assembly for 16x16 grids, so the variant avx2 contains the portable kernel for them. The assembly
// of the variant avx512 shuffles bytes, counts bits within words and multiplies bit matrices, all
// in 512-bit vectors. Not every processor with AVX-512 can do this: Ice Lake (Intel) and Zen 4
// (AMD) can. GODEBUG=cpu.avx512f=off and cpu.avx2=off hide these instructions, so that the slower
// variants can be tested.
func available() []variant {
	k := []variant{portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT {
		k = append(k, variant{
			name:  "avx2",
			new9:  func() kernel { return new(avx2x9) },
			new16: portable.new16,
		})
	}
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512VL && x.HasAVX512BW && x.HasAVX512VBMI && x.HasAVX512BITALG && x.HasAVX512GFNI {
		k = append(k, variant{
			name:  "avx512",
			new9:  func() kernel { return new(avx512x9) },
			new16: func() kernel { return newAVX512x16() },
		})
	}
	return k
}
