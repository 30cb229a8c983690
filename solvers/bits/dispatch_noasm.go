//go:build !amd64

package bits

// allKernels names all kernels for this architecture.
var allKernels = []string{"portable"}

// wide says whether the processor has the instructions of the assembly; here there is none.
var wide = false

// filter copies the options that do not share an item with taken, tallies them, and returns their
// number.
func filter(to, from []uint64, taken uint64) (left int, t tally) {
	return filterPortable(to, from, taken)
}

// count sets the planes to the counts of options.
func (c *planes) count(options []uint64) { c.add(options) }
