package sliced

// Numbers of planes. A plane has one bit for every lane. Planes lie one after another, and each has
// kernel.words words.
const (
	cells         = 81
	planes        = 9 * cells // candidate planes: digit*81 + box*9 + cell in box
	allPlanes     = 64 * stateWords
	triads        = 54             // 6 per box: three across, three down
	counts        = cells + triads // planes of the cells with one candidate and of the triads with three digits
	scratchPlanes = max(counts+2*triads, cells+27*4)
	choicePlanes  = 8
)

// kernel implements the operations on whole blocks of planes. All kernels do the same to each lane,
// bit for bit. Slices of planes begin on a 64-byte line (see aligned).
type kernel struct {
	name  string
	words int

	// sweep propagates all lanes once, one digit after another.
	//
	// Among other conclusions, sweep finds hidden singles. A cell is a hidden single of a digit if both of its triads,
	// across and down, must have the digit. The cell then loses all other digits. For example, suppose that sweep finds
	// a hidden single of digit 5. It has already processed digits 1 to 4, so the cell loses the other digits in two
	// steps:
	//   - This sweep removes digits 6 to 9, when it comes to them. For this, it notes the cell in certainNow.
	//   - The next sweep removes digits 1 to 4. For this, the caller passes the noted cells to it as the parameter
	//     certain.
	//
	// The argument scratch has room for scratchPlanes planes. The portable kernel uses only the
	// first counts planes of it, where counts is the constant.
	sweep func(c, scratch, certain, certainNow []uint64, r *sweepResult)

	// choose picks the cell to branch on, in all lanes at once. The result for each lane is a number of eight bits:
	//   - Bit 7 says whether the lane has a cell with two candidates.
	//   - If bit 7 is 1, bits 0 to 6 are the number of the chosen cell. Cells are numbered box by box, as in
	//     planeOfCell. If bit 7 is 0, choose has not chosen a cell, and the other bits do not mean anything.
	//
	// The slice choice gets the results of all lanes as eight planes: its plane i contains bit i of each result. The
	// slice scratch needs room for scratchPlanes planes.
	choose func(c, scratch, choice []uint64)

	// toStates makes the state of each lane from the planes: bit i of a state is taken from plane
	// planeOfBit[i] of c. toPlanes makes the planes from the states, and may overwrite the states.
	toStates func(states, c []uint64)
	toPlanes func(c, states []uint64)

	// start writes the state of a puzzle, and read writes the grid of a solved state.
	start func(s *state, puzzle *[cells]uint8)
	read  func(grid *[cells]uint8, s *state)

	// forget clears the certain cells of those lanes that are in m.
	forget func(certain []uint64, m *mask)
}

// sweepResult is what a sweep has found in each lane.
type sweepResult struct {
	contradiction mask   // a rule is broken
	unsolved      mask   // when the sweep began, a cell had several candidates
	changed       mask   // the sweep removed a candidate, or found a cell certain that was not certain before
	placed        number // how many cells had one candidate when the sweep began
}

// planeOfCell gives the plane of a cell within a digit. Cells are counted row by row. cellOfPlane
// is the inverse.
var planeOfCell, cellOfPlane = func() (planeOf, cellOf [cells]int) {
	for i := range cells {
		r, c := i/9, i%9
		planeOf[i] = (r/3*3+c/3)*9 + r%3*3 + c%3
		cellOf[planeOf[i]] = i
	}
	return planeOf, cellOf
}()

// unitsOfCell gives the row, the column and the box of each plane of a digit, and planesOfUnit
// gives the planes of each of these units. There are nine rows, then nine columns, then nine boxes.
var unitsOfCell, planesOfUnit = func() (unitsOf [cells][3]int, planesOf [27][9]int) {
	for p, cell := range cellOfPlane {
		row, col, box := cell/9, cell%9, p/9
		unitsOf[p] = [3]int{row, 9 + col, 18 + box}
		planesOf[row][col], planesOf[9+col][row], planesOf[18+box][p%9] = p, p, p
	}
	return unitsOf, planesOf
}()
