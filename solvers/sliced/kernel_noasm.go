//go:build !amd64

package sliced

// kernels are those that the processor has, the narrowest first.
func kernels() []kernel { return []kernel{word} }
