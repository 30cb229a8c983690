package bitboard

import "golang.org/x/sys/cpu"

// allVariants names the variants that there are on amd64.
var allVariants = []string{"portable", "avx2", "avx512"}

// available returns the variants that the processor has, the slowest first. The
// variant avx2 is portable for grids of 16x16. The assembly of avx512 needs
// shuffles of bytes, counts of bits within words and products of bit matrices of
// 512-bit vectors (Ice Lake, Zen 4). GODEBUG=cpu.avx512f=off and cpu.avx2=off hide instructions.
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
