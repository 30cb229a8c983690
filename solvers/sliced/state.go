package sliced

import "math/bits"

// state is the state of a single lane: nine candidate bits per cell, row by row, with seven cells
// per word. The last word has room for notes of the search.
type state [stateWords]uint64

const (
	stateWords   = 12
	cellsPerWord = 7

	// The notes are in the last word, after its four cells.
	choicePlane = planes
	choiceBit   = 9 * (cells % cellsPerWord) // the branching cell, and whether it has two candidates
	placedPlane = choicePlane + choicePlanes
	placedBit   = choiceBit + choicePlanes // the number of cells with one candidate
	noteBits    = 1<<7 - 1
)

// planeOfBit gives the plane of each bit of a state: a candidate of a cell, a note, or for the
// remaining bits a plane that is not used otherwise.
var planeOfBit = func() (planeOf [allPlanes]int) {
	unused := placedPlane + 8
	for i := range planeOf {
		word, bit := i/64, i%64
		c := word*cellsPerWord + bit/9
		switch {
		case bit < 9*cellsPerWord && c < cells:
			planeOf[i] = bit%9*cells + planeOfCell[c]
		case word == stateWords-1 && bit < placedBit+8:
			planeOf[i] = choicePlane + bit - choiceBit
		default:
			planeOf[i] = unused
			unused++
		}
	}
	return planeOf
}()

// placed returns how many cells had one candidate in the last sweep of the node.
func (s *state) placed() int { return int(s[stateWords-1] >> placedBit & noteBits) }

// branchCell returns the cell to branch on. If the puzzle has cells with two candidates, kernel.choose has already
// picked one of them and has noted it in the state, so branchCell only reads this note. Otherwise it takes the cell
// with the fewest candidates, or if several cells have equally few, the first of them in the order of planes. It
// returns two numbers that locate the candidates of the cell: the word of the state that contains them, and the lowest
// of their nine bits.
func (s *state) branchCell() (word, shift int) {
	note := s[stateWords-1] >> choiceBit
	i := cellOfPlane[min(note&noteBits, cells-1)]
	if note>>7&1 == 0 {
		fewest := 10
		for _, c := range cellOfPlane {
			n := bits.OnesCount64(s[c/cellsPerWord] >> (9 * (c % cellsPerWord)) & 0x1ff)
			if n > 1 && n < fewest {
				i, fewest = c, n
			}
		}
	}
	return i / cellsPerWord, 9 * (i % cellsPerWord)
}

// slot returns the states, beginning with the first word of a lane's state. Each next word of that
// state is e.words further on.
func (e *engine) slot(lane int) []uint64 {
	return e.states[lane%64*stateWords*e.words+lane/64:]
}

// copyState copies the state of a lane to s.
func (e *engine) copyState(lane int, s *state) {
	from := e.slot(lane)
	for i := range s {
		s[i] = from[i*e.words]
	}
}

// setState makes s the state of a lane.
func (e *engine) setState(lane int, s *state) {
	to := e.slot(lane)
	for i, x := range s {
		to[i*e.words] = x
	}
}
