//go:build !amd64

package bitboard

import "gridjudge/solvers"

// new9 makes a solver of 9x9 grids.
func new9() solvers.Solver { return newSolver9() }

// new16 makes a solver of 16x16 grids.
func new16() solvers.Solver { return newSolver16() }
