package sliced

import (
	"encoding/binary"
	"math/bits"
)

// candidates maps the given of a cell to the candidates of the cell, and digits maps a single
// candidate to its digit.
var candidates, digits = func() (candidates [16]uint64, digits [512]uint8) {
	candidates[0] = 0x1ff
	for d := range 9 {
		candidates[d+1] = 1 << d
		digits[1<<d] = uint8(d + 1)
	}
	return candidates, digits
}()

// startGeneric is kernel.start for any processor.
func startGeneric(s *state, g *[cells]uint8) {
	for w := range stateWords - 1 {
		c := (*[cellsPerWord]uint8)(g[cellsPerWord*w:])
		s[w] = candidates[c[0]&15] | candidates[c[1]&15]<<9 | candidates[c[2]&15]<<18 | candidates[c[3]&15]<<27 |
			candidates[c[4]&15]<<36 | candidates[c[5]&15]<<45 | candidates[c[6]&15]<<54
	}
	givens := 0
	for i := range cells / 8 {
		givens += filled(binary.LittleEndian.Uint64(g[8*i:]))
	}
	givens += filled(uint64(g[80]))
	s[stateWords-1] = candidates[g[77]&15] | candidates[g[78]&15]<<9 | candidates[g[79]&15]<<18 | candidates[g[80]&15]<<27 |
		uint64(givens)<<placedBit
}

// filled counts how many of eight bytes are not zero. All must be below 128.
func filled(x uint64) int {
	return bits.OnesCount64((x + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080)
}

// readGeneric is kernel.read for any processor.
func readGeneric(g *[cells]uint8, s *state) {
	for w := range stateWords - 1 {
		x, c := s[w], (*[cellsPerWord]uint8)(g[cellsPerWord*w:])
		c[0], c[1], c[2], c[3] = digits[x&0x1ff], digits[x>>9&0x1ff], digits[x>>18&0x1ff], digits[x>>27&0x1ff]
		c[4], c[5], c[6] = digits[x>>36&0x1ff], digits[x>>45&0x1ff], digits[x>>54&0x1ff]
	}
	x := s[stateWords-1]
	g[77], g[78], g[79], g[80] = digits[x&0x1ff], digits[x>>9&0x1ff], digits[x>>18&0x1ff], digits[x>>27&0x1ff]
}
