//go:build !amd64

package bitboard

// allVariants names all variants for this architecture.
var allVariants = []string{"portable"}

// available returns the variants that the processor can run.
func available() []variant { return []variant{portable} }
