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

// load sets up the candidates of a puzzle and returns the number of givens.
func (c *lanes9) load(puzzle solvers.Grid) (givens int) {
	for k := range c {
		for l := range c[k] {
			c[k][l] = digits9
		}
	}
	for i, d := range puzzle[:81] {
		if d != 0 {
			c[i%3][i/3] = 1 << (d - 1)
			givens++
		}
	}
	return givens
}

// answer writes a solved state out.
func (c *lanes9) answer(g solvers.Grid) {
	for i := range g[:81] {
		g[i] = uint8(bits.Len16(c[i%3][i/3]))
	}
}
