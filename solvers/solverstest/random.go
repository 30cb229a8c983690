package solverstest

import (
	"math/rand/v2"

	"gridjudge/solvers"
)

// Holed returns a shuffled pattern from which cells were removed until it has the given number of
// givens. It has at least one solution.
func Holed(size, givens int, rng *rand.Rand) solvers.Grid {
	return Dig(Shuffled(size, rng), givens, rng)
}

// Dig removes random cells from a full grid until it has the given number of givens. It returns the
// grid.
func Dig(full solvers.Grid, givens int, rng *rand.Rand) solvers.Grid {
	for _, cell := range rng.Perm(len(full))[givens:] {
		full[cell] = 0
	}
	return full
}
