package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// lanes16 is a 16x16 grid as lanes9 is a 9x9 one: by cell a word whose bits
// are digits. Cell 4l+k is word l of the 64 of column k, and a word's number is
// made of band, row within the band and stack, l = 16b+4r+s. The first vector
// of a column k are bands 0 and 1, the second one bands 2 and 3.
type lanes16 [4][64]uint16

// view16 shows a propagated state as sets of cells: bit l of word k is cell 4l+k.
type view16 struct {
	pairs [4]uint64     // cells with exactly two candidates
	more  [4]uint64     // cells with at least two
	at    [16][4]uint64 // by digit: where it may go; not written where no cell is open
}

// load sets up the candidates of a puzzle and returns the number of givens,
// without branches, as lanes9.load.
func (c *lanes16) load(puzzle solvers.Grid) (givens int) {
	p := puzzle[:256]
	for l := range 64 {
		for k := range c {
			d := uint32(p[4*l+k])
			none := (d - 1) >> 16 // all digits where there is no given
			c[k][l] = uint16(1<<(d&31)>>1 | none)
			givens += int((d + 31) >> 5)
		}
	}
	return givens
}

// answer writes a solved state out.
func (c *lanes16) answer(g solvers.Grid) {
	g = g[:256]
	for l := range 64 {
		for k := range c {
			g[4*l+k] = uint8(bits.Len16(c[k][l]))
		}
	}
}

// candidates writes the candidates of every cell, a bit a digit.
func (c *lanes16) candidates(cells []uint32) {
	for i := range cells[:256] {
		cells[i] = uint32(c[i%4][i/4])
	}
}

// placed is the number of solved cells.
func (v *view16) placed() int {
	n := 256
	for _, open := range &v.more {
		n -= bits.OnesCount64(open)
	}
	return n
}
