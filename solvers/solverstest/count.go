package solverstest

import (
	"math"

	"gridjudge/solvers"
)

// Count returns the number of solutions of g, up to limit. It shares no code with the contestants and is meant for grids
// with few empty cells.
func Count(g solvers.Grid, limit uint64) uint64 {
	n, _ := solvers.Count(g, int(min(limit, math.MaxInt)), math.MaxInt)
	return uint64(n)
}
