package main

// What the assembly has to know about package sliced. TestAssemblyLayout, in that package, compares
// all of these with the Go declarations.
const (
	cells        = 81
	triads       = 54
	counts       = cells + triads
	stateWords   = 12 // and matrices of 64 times 64 bits to a word of lanes
	cellsPerWord = 7
	placedBit    = 9*(cells%cellsPerWord) + choicePlanes

	// The planes that choose writes: the bits of the cell's number, and whether there is a cell
	// with two candidates.
	numberBits   = 7
	choicePlanes = numberBits + 1

	// scratch during sweep: the counts, and then the triads that may and the triads that must have
	// the current digit.
	may  = counts
	must = may + triads

	// scratch during choose: the cells with two candidates, and then the number of these in each
	// unit.
	sumBits = 4
	units   = 27
	sums    = cells

	scratchPlanes = max(must+triads, sums+sumBits*units)

	// Byte offsets in a sweepResult. Its masks have the same length for every kernel.
	maskBytes     = 64
	contradiction = 0
	unsolved      = contradiction + maskBytes
	changed       = unsolved + maskBytes
	placed        = changed + maskBytes
)
