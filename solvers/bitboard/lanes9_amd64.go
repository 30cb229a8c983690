package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// lanes9 is a 9x9 grid as candidates, the other way round: by cell a word
// whose bits are digits. Cell 3l+k (row by row, from 0) is word l of vector k,
// so that lane l of the three vectors is a row triad, and a lane's number is
// made of band, row within the band and stack, l = 9b+3r+s:
//
//	lane       0 1 2   3 4 5   6 7 8   9 ...  26   27..31
//	band       0 0 0   0 0 0   0 0 0   1       2   not cells: all
//	row in it  0 0 0   1 1 1   2 2 2   0       2   digits, for good
//	stack      0 1 2   0 1 2   0 1 2   0       2
//
// What a row triad may hold is the union of the three vectors. What a column
// triad may hold is laid out in one vector too: that of column k of stack s in
// band b stands in lane 9b+3k+s.
type lanes9 [3][32]uint16

// view9 shows a propagated state as sets of cells: bit l of word k is cell
// 3l+k. By digit two such words make one.
type view9 struct {
	pairs [4]uint32    // cells with exactly two candidates
	more  [4]uint32    // cells with at least two
	at    [9][2]uint64 // by digit: where it may go; not written where no cell is open
}

// digitsOf are the candidates of a cell by what a puzzle says of it.
var digitsOf = [...]uint16{digits9, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8}

// load sets up the candidates of a puzzle and returns the number of givens. It
// does without branches, which would be foretold wrongly at every given.
func (c *lanes9) load(puzzle solvers.Grid) (givens int) {
	p := puzzle[:81]
	for l := range 27 {
		for k := range c {
			d := p[3*l+k] % 10
			c[k][l] = digitsOf[d]
			givens += (int(d) + 15) >> 4
		}
	}
	for k := range c {
		for l := 27; l < 32; l++ {
			c[k][l] = digits9
		}
	}
	return givens
}

// answer writes a solved state out.
func (c *lanes9) answer(g solvers.Grid) {
	g = g[:81]
	for l := range 27 {
		for k := range c {
			g[3*l+k] = uint8(bits.Len16(c[k][l]))
		}
	}
}
