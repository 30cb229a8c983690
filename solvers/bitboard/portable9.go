package bitboard

import (
	"math/bits"
	"sync"

	"gridjudge/solvers"
)

// state9 holds the candidates of a 9x9 grid. For each digit there are three bands of three rows. A
// band is a word of three fields of ten bits. Bit 3k+s of a field is column 3s+k, which is column k
// of stack s, and bit 9 is always clear:
//
//	   row 2          row 1          row 0
//	29 28......20  19 18......10   9 8 7 6 5 4 3 2 1 0
//	 -  .........   -  .........   - 8 5 2 7 4 1 6 3 0   column
//	                                \k=2/ \k=1/ \k=0/
//
// The cells of a triad are three bits apart, so that ORing a field with itself shifted by three and
// by six leaves one bit per triad. The spare bit takes the carry of an addition that tells which
// rows are not empty.
type state9 struct {
	bands  [3][10]uint32 // by band and digit: the cells in which the digit is a candidate; the tenth is always 0
	solved [3]uint32     // by band: cells whose digit is known
}

const (
	fields9 = 1 | 1<<10 | 1<<20 // the lowest bit of each field
	row9    = 1<<9 - 1          // one row; also the columns of a band
	band9   = row9 * fields9    // all cells of a band
	spare9  = 1 << 9 * fields9  // the spare bits
	triad9  = 7 * fields9       // the bits of the triads in each field, once it is folded
	digits9 = 1<<9 - 1          // all digits
)

// cell9 is the position of a cell: its band, and its bit there.
type cell9 struct {
	band uint8
	bit  uint8
}

var (
	cells9 [81]cell9

	// permutations9 is a table for locked candidates. It tells in which cells of a band a digit can still be.
	//
	// A band has nine triads, one for each row and box. The index of the table has one bit for each triad, row by row,
	// which says whether the triad can hold the digit. The digit must be in three triads: one in each row, and one in
	// each box. This often rules out further triads. The entry of the table contains the cells of the triads that are
	// left.
	//
	// For example, suppose that the digit is possible in these triads: in row 0 only in box 0, in row 1 only in boxes 0
	// and 1, and in row 2 in all boxes. Row 0 takes box 0, so row 1 must take box 1, and row 2 must take box 2. The
	// entry contains the nine cells of these three triads.
	//
	// Often there are several ways to choose a different box for each row (the perfect matchings of rows and boxes).
	// Then the entry contains the cells of every triad that is used in at least one way. If there is no way, the entry
	// is 0.
	permutations9 [512]uint32

	// sole9 maps a set of the columns of a band to those columns that are the only one of their
	// stack in the set.
	sole9 [512]uint16

	// claim9 is a table for locked candidates of columns. If a column has a digit in only one band, the
	// band must use this column for the digit, so it cannot use the other two columns of the stack. The
	// index is the set of the columns that have the digit in this band only, and the entry is the set of
	// columns that the band may still use.
	// For example, if the set has one column of stack 0 and no other, the entry has this column and all
	// columns of stacks 1 and 2.
	claim9 [512]uint16

	// at9 maps a bit of a band to the number of its cell in the band.
	at9 [32]uint8
)

func init() {
	for i := range cells9 {
		row, col := i/9, i%9
		cells9[i] = cell9{band: uint8(row / 3), bit: uint8(row%3*10 + col%3*3 + col/3)}
		at9[cells9[i].bit] = uint8(i % 27)
	}
}

// tables9 fills permutations9, sole9 and claim9 once.
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
				permutations9[set] |= uint32(cells)
			}
		}
		for stack := range 3 {
			columns := 0o111 << stack
			if bits.OnesCount(uint(set&columns)) == 1 {
				sole9[set] |= uint16(set & columns)
			}
			if set&columns != 0 {
				columns &= set
			}
			claim9[set] |= uint16(columns)
		}
	}
})

// portable9 is the portable kernel for 9x9 grids.
type portable9 struct {
	stack         [81]state9
	bivalue, open [3]uint32 // cells of the state propagated last, by band
}

func newPortable9() *portable9 {
	tables9()
	return new(portable9)
}

// load stores the givens, and eliminates each of them from its row. Propagation eliminates it from
// the column and the box. If a row has a digit twice, load leaves the digit without a candidate in
// the band of the row, so that propagation fails.
func (k *portable9) load(puzzle solvers.Grid) (givens int) {
	s := &k.stack[0]
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
			rows := (g + band9) & spare9 // a spare bit for each row with g; rows-rows>>9 has all cells of these rows
			band[d] = (band9&^all)&^(rows-rows>>9) | g
			if g&(g-rows>>9) != 0 {
				band[d] = 0
			}
		}
		s.solved[b] = all
	}
	return count9(&s.solved)
}

func (k *portable9) propagate(dst, src, cell int, digits uint) (solved int, ok bool) {
	s := &k.stack[dst]
	if dst != src {
		*s = k.stack[src]
	}
	dirty := uint32(digits9)
	if cell >= 0 {
		dirty = s.restrict(cells9[cell], uint32(digits))
	}
	k.bivalue, k.open, ok = s.propagate(dirty)
	return count9(&s.solved), ok
}

// restrict eliminates all candidates of a cell except digits, and returns the digits whose
// candidates have changed. If only one digit is left, it is also eliminated from the other cells of the
// row.
func (s *state9) restrict(c cell9, digits uint32) (dirty uint32) {
	band, cell := &s.bands[c.band], uint32(1)<<c.bit
	if digits&(digits-1) != 0 {
		for d := range 9 {
			if digits>>d&1 == 0 && band[d]&cell != 0 {
				band[d] &^= cell
				dirty |= 1 << d
			}
		}
		return dirty
	}
	d := bits.TrailingZeros32(digits) % 9
	x := band[d]
	rows := (cell + band9) & spare9
	dirty = eliminate9(band, cell) | digits
	band[d] = x&^(rows-rows>>9) | cell
	s.solved[c.band] |= cell
	return dirty
}

func (k *portable9) answer(at int, g solvers.Grid) {
	for b := range k.stack[at].bands {
		for d, cells := range k.stack[at].bands[b][:9] {
			for ; cells != 0; cells &= cells - 1 {
				g[b*27+int(at9[bits.TrailingZeros32(cells)&31])] = uint8(d + 1)
			}
		}
	}
}

func (k *portable9) digits(at, cell int) (digits uint) {
	c := &cells9[cell]
	for d, x := range &k.stack[at].bands[c.band] {
		digits |= uint(x>>c.bit&1) << d
	}
	return digits
}
