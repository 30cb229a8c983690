package grids

import (
	"bytes"
	"encoding/binary"
)

// Grids of 9x9 are read and written eight cells at a time, as the bytes of a word, because looking up each cell in a
// table takes longer than a fast solver.
const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
	toHigh    = (0x80 - 10) * everyByte // added to a byte, sets its high bit if it is 10 or more

	cells9 = 81
	words9 = cells9 / 8 * 8 // the cells in whole words
)

// parse9 sets cells to the digits in text. Either '.' or '0' stands for empty cells, but not both. parse9 reports
// whether text has nothing else; if it has, the cells are undefined.
func parse9(cells, text *[cells9]byte) bool {
	// The last cell comes first. Otherwise the loop would begin with a load from cells, to check that it is not nil,
	// and new memory would cost two page faults: one for the load and one for the store.
	last := text[words9] - '0'
	if text[words9] == '.' {
		last = 0
	}
	cells[words9] = last
	var invalid uint64
	for i := 0; i < words9; i += 16 { // two words at a time, so that the constants are loaded once for both
		a, x := parse8(binary.LittleEndian.Uint64(text[i : i+8]))
		b, y := parse8(binary.LittleEndian.Uint64(text[i+8 : i+16]))
		binary.LittleEndian.PutUint64(cells[i:i+8], a)
		binary.LittleEndian.PutUint64(cells[i+8:i+16], b)
		invalid |= x | y
	}
	return invalid&highBits == 0 && last <= 9 && (bytes.IndexByte(text[:], '.') < 0 || bytes.IndexByte(text[:], '0') < 0)
}

// parse8 returns the digits of a word of text. The high bit of a byte of invalid is set if
// a character is neither a digit nor '.'.
func parse8(text uint64) (digits, invalid uint64) {
	x := text ^ '0'*everyByte
	blank := x >> 4 & everyByte // '.' is 0x1e now
	x ^= 0x1e * blank
	// The high bit of a byte is set if the byte is 10 or more, or if it is not 0 although blank is set.
	return x, (x + toHigh + 9*blank) | x
}

// text9 sets text to the numerals of a 9x9 grid. It reports whether all cells are digits from 1 to 9; if not, the
// text is undefined.
func text9(text, cells *[cells9]byte) bool {
	last := cells[words9]
	text[words9] = last + '0'
	var others uint64
	for i := 0; i < words9; i += 16 {
		a, x := text8(binary.LittleEndian.Uint64(cells[i : i+8]))
		b, y := text8(binary.LittleEndian.Uint64(cells[i+8 : i+16]))
		binary.LittleEndian.PutUint64(text[i:i+8], a)
		binary.LittleEndian.PutUint64(text[i+8:i+16], b)
		others |= x | y
	}
	return others&highBits == 0 && last != 0 && last <= 9
}

// text8 returns the text of a word of digits. The high bit of a byte of others is set
// if a cell is 0 or above 9.
func text8(digits uint64) (text, others uint64) {
	return digits | '0'*everyByte, (digits - everyByte) | (digits + toHigh)
}
