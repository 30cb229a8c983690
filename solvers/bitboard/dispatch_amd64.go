package bitboard

import "golang.org/x/sys/cpu"

// allVariants names all variants for amd64.
var allVariants = []string{"portable", "avx2", "avx512"}

// available returns the variants that the processor can run, the slowest first. For 16x16 grids,
// the variant avx2 is the portable one. The assembly of avx512 shuffles bytes, counts bits within
// words and multiplies bit matrices, all in 512-bit vectors, for which it needs an Ice Lake or a
// Zen 4. GODEBUG=cpu.avx512f=off and cpu.avx2=off hide these instructions.
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
