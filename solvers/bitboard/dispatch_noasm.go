//go:build !amd64

package bitboard

// allVariants names the variants that there are.
var allVariants = []string{"portable"}

// available returns the variants that the processor has.
func available() []variant { return []variant{portable} }
