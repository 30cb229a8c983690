package main

// What the kernels know of package sliced. Its TestAssemblyLayout compares all
// of these with the Go declarations.
const (
	cells        = 81
	triads       = 54
	counts       = cells + triads
	stateWords   = 12 // and matrices of 64 times 64 bits to a word of lanes
	cellsPerWord = 7
	placedBit    = 9*(cells%cellsPerWord) + choicePlanes

	// The planes that choose writes: the bits of the cell's number, and whether
	// a cell with two candidates exists.
	numberBits   = 7
	choicePlanes = numberBits + 1

	// scratch during sweep: the counts, then the triads that may and must have
	// the current digit.
	may  = counts
	must = may + triads

	// scratch during choose: the cells with two candidates, then their sums in
	// each unit.
	sumBits = 4
	units   = 27
	sums    = cells

	scratchPlanes = max(must+triads, sums+sumBits*units)

	// Byte offsets in a sweepResult. Its masks are as long for every kernel.
	maskBytes     = 64
	contradiction = 0
	unsolved      = contradiction + maskBytes
	changed       = unsolved + maskBytes
	placed        = changed + maskBytes
)
