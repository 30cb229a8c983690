package sliced

// Sizes of the planes. A plane is one bit of every lane; planes lie one after
// another, each kernel.words words long.
const (
	cells     = 81
	planes    = 9 * cells // candidate planes: digit*81 + box*9 + cell in box
	allPlanes = 64 * stateWords
	triads    = 54 // 6 a box: three across, three down
	counts    = cells + triads
	maxWords  = 8
	maxLanes  = 64 * maxWords
	numberLen = 7 // bits of a number up to 81
)

// mask has one bit a lane. Kernels of fewer words leave the rest clear.
type mask [maxWords]uint64

// number is one small number a lane: plane i holds the bits of weight 1<<i.
type number [numberLen]mask

// verdict is what a sweep says of each lane.
type verdict struct {
	contra  mask   // some rule can no longer be kept
	many    mask   // some cell had several candidates when the sweep began
	changed mask   // the sweep removed a candidate
	placed  number // cells with one candidate when the sweep began
}

// kernel is one implementation of the operations on whole blocks. All kernels
// do the same to each lane, bit for bit.
type kernel struct {
	name  string
	words int

	// sweep propagates once. sure holds the cells that the sweep before this
	// one found certain; now receives those that this one does.
	sweep func(c, count, sure, now *uint64, v *verdict)

	// choose picks the branching cell of every lane: the number of its plane
	// within a digit, in seven planes at choice, and in the eighth whether a
	// cell with two candidates exists.
	choose func(c, scratch, choice *uint64)

	// toStates writes the state of each lane, bit i of it being plane
	// rows[i] of c, and toPlanes the planes from the states, which it spoils.
	toStates func(states, c *uint64)
	toPlanes func(c, states *uint64)

	// start writes the state of a puzzle, and read the grid of a state that is solved.
	start func(s *state, puzzle *[cells]uint8)
	read  func(grid *[cells]uint8, s *state)

	// forget clears the certain cells where m is set.
	forget func(sure *uint64, m *mask)
}

// scratchPlanes is what sweep keeps in count, and choose in scratch.
const scratchPlanes = 320

// plane is the place of a cell, row by row, among the planes of a digit, and
// cell is the way back.
var plane, cell = func() (plane, cell [cells]int) {
	for i := range cells {
		r, c := i/9, i%9
		plane[i] = (r/3*3+c/3)*9 + r%3*3 + c%3
		cell[plane[i]] = i
	}
	return plane, cell
}()
