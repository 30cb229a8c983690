//go:build !amd64

package sliced

// kernels returns the kernels that the processor can run, the narrowest first.
func kernels() []kernel { return []kernel{portable} }
