//go:build !amd64

package bitboard

import "gridjudge/solvers"

// new9 makes a solver of 9x9 grids.
func new9() solvers.Solver { return new(solver9) }
