package bitboard

import "golang.org/x/sys/cpu"

// allVariants names all variants for amd64.
var allVariants = []string{"portable", "avx2", "avx512"}

// available returns the variants that the processor can run, the slowest first. To test a slower
// variant on a fast processor, hide its instructions: GODEBUG=cpu.avx512f=off hides AVX-512, and
// GODEBUG=cpu.avx512f=off,cpu.avx2=off hides AVX2, too.
//
// The variant avx2 has assembly for 9x9 grids only, and solves 16x16 grids with the portable
// kernel. The variant avx512 does not run on every processor with AVX-512, because its assembly
// shuffles bytes, counts the bits within words and multiplies bit matrices, all in 512-bit vectors.
// Ice Lake (Intel) and Zen 4 (AMD) can do this.
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
