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

// branchCell returns the cell to branch on. If the puzzle has cells with two candidates,
// kernel.choose has picked one of them, and branchCell only reads its choice from the notes.
// Otherwise branchCell takes the cell with the fewest candidates. If several cells have equally
// few, it takes the first of them in the order of planes. It returns the cell as the word of the
// state that contains the cell, and the lowest bit of the cell there.
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
