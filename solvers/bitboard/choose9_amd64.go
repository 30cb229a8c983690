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
	bit   [81]uint8      // in the sets of view9
	word  [81]uint8      // in a state
	cell  [128]uint8     // by bit
	peers [128][2]uint64 // by bit: the peers of a cell and the cell itself
}

func newLayout9(place func(cell int) (bit, word int)) *layout9 {
	l := new(layout9)
	for cell := range 81 {
		bit, word := place(cell)
		l.bit[cell], l.word[cell], l.cell[bit] = uint8(bit), uint8(word), uint8(cell)
	}
	for cell, bit := range l.bit {
		for peer, at := range l.bit {
			row, col := cell/9 == peer/9, cell%9 == peer%9
			box := cell/27 == peer/27 && cell%9/3 == peer%9/3
			if row || col || box {
				l.peers[bit][at/64] |= 1 << (at % 64)
			}
		}
	}
	return l
}

// choose weighs cell by cell: the word of a cell has its digits at hand.
func (l *layout9) choose(v *view9, state []uint16) (cell int, digits uint) {
	if v.bivalue[0]|v.bivalue[1] == 0 {
		cell = 81
		for i, open := range &v.open {
			for ; open != 0; open &= open - 1 {
				cell = min(cell, int(l.cell[64*i+bits.TrailingZeros64(open)&63]))
			}
		}
		return cell, uint(state[l.word[cell]])
	}
	best := uint32(0)
	for i, left := range &v.bivalue {
		for ; left != 0; left &= left - 1 {
			bit := 64*i + bits.TrailingZeros64(left)&63
			c := l.cell[bit]
			two := uint(state[l.word[c]])
			x, y := &v.at[bits.TrailingZeros(two)%9], &v.at[(bits.Len(two)-1)%9]
			p := &l.peers[bit]
			q := [2]uint64{p[0] & v.bivalue[0], p[1] & v.bivalue[1]}
			m := bits.OnesCount64(x[0]&p[0]) + bits.OnesCount64(x[1]&p[1]) + 3*(bits.OnesCount64(x[0]&q[0])+bits.OnesCount64(x[1]&q[1]))
			n := bits.OnesCount64(y[0]&p[0]) + bits.OnesCount64(y[1]&p[1]) + 3*(bits.OnesCount64(y[0]&q[0])+bits.OnesCount64(y[1]&q[1]))
			if key := uint32(m*n)<<7 | uint32(80-c); key > best {
				best, cell, digits = key, int(c), two
			}
		}
	}
	return cell, digits
}
