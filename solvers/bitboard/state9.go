package bitboard

import (
	"math/bits"
	"sync"

	"gridjudge/solvers"
)

// state9 is a 9x9 grid as candidates: by digit three bands of three rows,
// each a word of three fields of ten bits. Bit 3k+s of a field is column 3s+k,
// the k-th of stack s, and bit 9 stays clear:
//
//	   row 2          row 1          row 0
//	29 28......20  19 18......10   9 8 7 6 5 4 3 2 1 0
//	 -  .........   -  .........   - 8 5 2 7 4 1 6 3 0   column
//	                                 \2/ \ k=1 / \0/
//
// The cells of a triad lie three apart, so that folding a field by three and
// six leaves one bit a triad; the spare bit takes the carry that tells which
// rows are not empty.
type state9 struct {
	bands  [3][10]uint32 // by band and digit: where the digit may go; the last is no digit, and 0
	solved [3]uint32     // by band: cells whose digit has been taken from the others
}

const (
	fields9 = 1 | 1<<10 | 1<<20 // the lowest bit of each field
	row9    = 1<<9 - 1          // one row; also the columns of a band
	band9   = row9 * fields9    // all cells of a band
	spare9  = 1 << 9 * fields9  // the spare bits
	triad9  = 7 * fields9       // the triads' bits of each field once folded
	digits9 = 1<<9 - 1          // all digits
)

// cell9 says where a cell lies: its band, and its bit within.
type cell9 struct {
	band uint8
	bit  uint8
}

var (
	cells9 [81]cell9

	// fit9 takes the nine triads of a band where a digit may go, box by box
	// within row by row, to the cells of those that it goes to in some way of
	// giving each row a box of its own; 0 where there is no way.
	fit9 [512]uint32

	// alone9 takes the columns of a band where a digit may go to those that
	// are the only one of their stack.
	alone9 [512]uint16

	// claim9 takes columns that only one band can fill to the columns that
	// band may use: these in their stacks, all in the others.
	claim9 [512]uint16
)

func init() {
	for i := range cells9 {
		row, col := i/9, i%9
		cells9[i] = cell9{band: uint8(row / 3), bit: uint8(row%3*10 + col%3*3 + col/3)}
	}
}

// tables9 fills fit9, alone9 and claim9, once.
var tables9 = sync.OnceFunc(func() {
	ways := [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for set := range 512 {
		for _, way := range ways {
			var triads, cells int
			for row, box := range way {
				triads |= 1 << (3*row + box)
				cells |= 0o111 << box << (10 * row)
			}
			if triads&^set == 0 {
				fit9[set] |= uint32(cells)
			}
		}
		for stack := range 3 {
			columns := 0o111 << stack
			if bits.OnesCount(uint(set&columns)) == 1 {
				alone9[set] |= uint16(set & columns)
			}
			if set&columns != 0 {
				columns &= set
			}
			claim9[set] |= uint16(columns)
		}
	}
})

// load sets up the candidates of a puzzle. A digit that stands twice in a row
// gets none in its band, which propagation finds.
func (s *state9) load(puzzle solvers.Grid) {
	s.bands = [3][10]uint32{}
	for i, d := range puzzle[:81] {
		if d != 0 {
			c := &cells9[i]
			s.bands[c.band%3][(d-1)%9] |= 1 << c.bit
		}
	}
	for b := range s.bands {
		band := &s.bands[b]
		all := uint32(0)
		for d := range 9 {
			all |= band[d]
		}
		for d := range 9 {
			g := band[d]
			rows := (g + band9) & spare9
			band[d] = (band9&^all)&^(rows-rows>>9) | g
			if g&(g-rows>>9) != 0 {
				band[d] = 0
			}
		}
		s.solved[b] = all
	}
}

// answer writes a solved state out.
func (s *state9) answer(g solvers.Grid) {
	for b := range s.bands {
		for d, cells := range s.bands[b][:9] {
			for ; cells != 0; cells &= cells - 1 {
				g[b*27+int(at9[bits.TrailingZeros32(cells)&31])] = uint8(d + 1)
			}
		}
	}
}

// at9 takes a bit of a band to the cell's number within the band.
var at9 [32]uint8

func init() {
	for i := range 27 {
		at9[cells9[i].bit] = uint8(i)
	}
}
