package bitboard

import "math/bits"

// view9 is a propagated state as sets of cells. Its kernel has a layout9, which
// tells what bit of a set a cell is.
type view9 struct {
	bivalue [2]uint64    // cells with exactly two candidates
	open    [2]uint64    // cells with at least two
	at      [9][2]uint64 // by digit: where it may go; not written if no cell is open
}

// layout9 is where a kernel has the cells of a 9x9 grid.
type layout9 struct {
	peers  [128][2]uint64 // by bit of a set: the peers of a cell and the cell itself
	wordAt [128]uint8     // by bit: word of the cell in a state
	rank   [128]uint8     // by bit: 80 less the number of the cell
	bit    [81]uint8      // by cell: bit in the sets of view9
	word   [81]uint8      // by cell: word in a state
}

func newLayout9(place func(cell int) (bit, word int)) *layout9 {
	l := new(layout9)
	for cell := range 81 {
		bit, word := place(cell)
		l.bit[cell], l.word[cell] = uint8(bit), uint8(word)
		l.wordAt[bit], l.rank[bit] = uint8(word), uint8(80-cell)
	}
	var units [27][2]uint64 // the cells of each row, column and box
	for cell, bit := range l.bit {
		for _, u := range unitsOf(cell) {
			units[u][bit/64] |= 1 << (bit % 64)
		}
	}
	for cell, bit := range l.bit {
		for _, u := range unitsOf(cell) {
			l.peers[bit][0] |= units[u][0]
			l.peers[bit][1] |= units[u][1]
		}
	}
	return l
}

// unitsOf returns the row, the column and the box of a cell, each with a number of its own.
func unitsOf(cell int) [3]int {
	row, col := cell/9, cell%9
	return [3]int{row, 9 + col, 18 + row/3*3 + col/3}
}

// choose weighs cell by cell: the word of a cell has its digits at hand.
func (l *layout9) choose(v *view9, state []uint16) (cell int, first, others uint) {
	if key := weigh9(&v.bivalue[0], &state[0], &l.peers[0][0]); key != 0 {
		cell = 80 - int(key&127)
	} else {
		rank := uint8(0)
		for i, open := range &v.open {
			for ; open != 0; open &= open - 1 {
				rank = max(rank, l.rank[64*i+bits.TrailingZeros64(open)&63])
			}
		}
		cell = 80 - int(rank)
	}
	digits := uint(state[l.word[cell]])
	return cell, digits & -digits, digits & (digits - 1)
}
