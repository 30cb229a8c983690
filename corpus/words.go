package corpus

import (
	"encoding/binary"
	"slices"
)

// Grids of 9x9 are read and written eight cells at a time, as the bytes of a word:
// a search through a table per cell takes longer than a fast solver.
const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
	toHigh    = (0x80 - 10) * everyByte // sets the high bit of a byte from 10 on

	cells9 = 81
	words9 = cells9 / 8 * 8 // cells in whole words
)

// parse9 sets cells to the digits in text; '.' and '0' are empty cells. It reports
// whether text has nothing else. The cells are undefined if not.
func parse9(cells, text *[cells9]byte) bool {
	var invalid uint64
	for i := 0; i < words9; i += 8 {
		x := binary.LittleEndian.Uint64(text[i:i+8]) ^ '0'*everyByte
		blank := x >> 4 & everyByte // '.' is 0x1e now
		x ^= 0x1e * blank
		// The high bit of a byte is set where it is 10 or more, or not 0 where blank is.
		invalid |= (x + toHigh + 9*blank) | x
		binary.LittleEndian.PutUint64(cells[i:i+8], x)
	}
	last := text[words9] - '0'
	if text[words9] == '.' {
		last = 0
	}
	cells[words9] = last
	return invalid&highBits == 0 && last <= 9
}

// append9 appends the cells of a 9x9 grid to b.
func (s *symbols) append9(b []byte, g *[cells9]uint8) []byte {
	at := len(b)
	b = slices.Grow(b, cells9)[:at+cells9]
	out := (*[cells9]byte)(b[at:])
	var invalid uint64
	for i := 0; i < words9; i += 8 {
		x := binary.LittleEndian.Uint64(g[i : i+8])
		invalid |= (x - everyByte) | (x + toHigh) | x
		binary.LittleEndian.PutUint64(out[i:i+8], x|'0'*everyByte)
	}
	out[words9] = s[g[words9]]
	if invalid&highBits != 0 { // a cell is 0 or above 9
		return s.appendEach(b[:at], g[:])
	}
	return b
}
