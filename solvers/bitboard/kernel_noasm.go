//go:build !amd64

package bitboard

// allKernels are the names of the kernels that there are.
var allKernels = []string{"portable"}

// available returns the kernels that the processor has.
func available() []kernels { return []kernels{portable} }
