package corpus

import "encoding/binary"

// Grids of 9x9 are read and written eight cells at a time, as the bytes of a word:
// a search through a table per cell takes longer than a fast solver.
const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
	toHigh    = (0x80 - 10) * everyByte // sets the high bit of a byte from 10 on
)

// parse9 sets cells to the digits in text, which is as long; '.' and '0' are empty
// cells. It reports whether text has nothing else. The cells are undefined if not.
func parse9(cells []uint8, text []byte) bool {
	var stray uint64
	for len(text) >= 8 && len(cells) >= 8 {
		x := binary.LittleEndian.Uint64(text) ^ '0'*everyByte
		blank := x >> 4 & everyByte // '.' is 0x1e now
		x ^= 0x1e * blank
		stray |= ((x+toHigh)|x)&highBits | x&(0xff*blank)
		binary.LittleEndian.PutUint64(cells, x)
		text, cells = text[8:], cells[8:]
	}
	for i, c := range text {
		d := c - '0'
		if c == '.' {
			d = 0
		}
		if d > 9 {
			return false
		}
		cells[i] = d
	}
	return stray == 0
}

// append9 appends the cells of a 9x9 grid to b.
func (s *symbols) append9(b []byte, g []uint8) []byte {
	for len(g) >= 8 {
		x := binary.LittleEndian.Uint64(g)
		if ((x-everyByte)|(x+toHigh)|x)&highBits != 0 { // a byte is 0 or above 9
			b = s.appendEach(b, g[:8])
		} else {
			b = binary.LittleEndian.AppendUint64(b, x|'0'*everyByte)
		}
		g = g[8:]
	}
	return s.appendEach(b, g)
}
