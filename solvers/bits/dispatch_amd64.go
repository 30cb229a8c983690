package bits

import "golang.org/x/sys/cpu"

// allKernels names all kernels for amd64.
var allKernels = []string{"portable", "avx512"}

// wide says whether the processor has the instructions of the assembly. GODEBUG=cpu.avx512f=off
// makes it false.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasPOPCNT

// filter copies the options that do not share an item with taken, tallies them, and returns their
// number. It may write slack words beyond them. For short lists it does not use vectors, because
// the plain loop is faster.
func filter(to, from []uint64, taken uint64) (left int, t tally) {
	if !wide || len(from) < 12 {
		return filterPortable(to, from, taken)
	}
	_ = to[len(from)+slack-1]
	left = filterAVX512(&to[0], &from[0], len(from), taken, &t.one)
	return left, t
}

// count sets the planes to the counts of options.
func (c *planes) count(options []uint64) {
	if !wide || len(options) < 12 || len(options) > 255 {
		c.add(options)
		return
	}
	countAVX512(&c[0], &options[0], len(options))
}
