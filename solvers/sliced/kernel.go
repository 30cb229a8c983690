package sliced

// Numbers of planes. A plane is one bit of every lane; planes lie one after
// another, each kernel.words words long.
const (
	cells         = 81
	planes        = 9 * cells // candidate planes: digit*81 + box*9 + cell in box
	allPlanes     = 64 * stateWords
	triads        = 54             // 6 per box: three across, three down
	counts        = cells + triads // cells with one candidate, triads with three digits
	scratchPlanes = max(counts+2*triads, cells+27*4)
	choicePlanes  = 8
)

// kernel is one implementation of the operations on whole blocks. All kernels
// do the same to each lane, bit for bit. Slices of planes begin on a 64-byte
// line (see aligned).
type kernel struct {
	name  string
	words int

	// sweep propagates once. A cell is certain of a digit if both its triads must have it.
	// sweep writes such cells to now; sure holds those of the previous sweep, which the digits
	// before had not seen yet. scratch has room for scratchPlanes, of which the portable kernel
	// uses the first counts.
	sweep func(c, scratch, certain, certainNow []uint64, r *sweepResult)

	// choose picks the branching cell of every lane: the number of its plane
	// within a digit, in seven planes of choice, and in the eighth whether a
	// cell with two candidates exists. scratch has room for scratchPlanes.
	choose func(c, scratch, choice []uint64)

	// toStates writes the state of each lane, whose bit i is plane
	// planeOfBit[i] of c. toPlanes writes the planes from the states, and may
	// overwrite the states.
	toStates func(states, c []uint64)
	toPlanes func(c, states []uint64)

	// start writes the state of a puzzle, and read the grid of a solved state.
	start func(s *state, puzzle *[cells]uint8)
	read  func(grid *[cells]uint8, s *state)

	// forget clears the certain cells of the lanes in m.
	forget func(certain []uint64, m *mask)
}

// sweepResult is what a sweep found in each lane.
type sweepResult struct {
	contradiction mask   // a rule is broken
	unsolved      mask   // a cell had several candidates when the sweep began
	changed       mask   // the sweep removed a candidate or found a cell certain that was not
	placed        number // cells with one candidate when the sweep began
}

// planeOfCell gives the plane of a cell within a digit; cells count row by row.
// cellOfPlane is its inverse.
var planeOfCell, cellOfPlane = func() (planeOf, cellOf [cells]int) {
	for i := range cells {
		r, c := i/9, i%9
		planeOf[i] = (r/3*3+c/3)*9 + r%3*3 + c%3
		cellOf[planeOf[i]] = i
	}
	return planeOf, cellOf
}()

// unitsOfCell gives the row, the column and the box of each plane of a digit, and planesOfUnit the planes of
// each of these units: nine rows, nine columns, nine boxes.
var unitsOfCell, planesOfUnit = func() (unitsOf [cells][3]int, planesOf [27][9]int) {
	for p, cell := range cellOfPlane {
		row, col, box := cell/9, cell%9, p/9
		unitsOf[p] = [3]int{row, 9 + col, 18 + box}
		planesOf[row][col], planesOf[9+col][row], planesOf[18+box][p%9] = p, p, p
	}
	return unitsOf, planesOf
}()
