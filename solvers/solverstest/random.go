package solverstest

import (
	"math/rand/v2"

	"gridjudge/solvers"
)

// Random makes a puzzle from a shuffled pattern. It has no solution, one or
// many: cells are emptied at random, and in one of four puzzles a given is
// replaced by another digit.
func Random(size int, rng *rand.Rand) solvers.Grid {
	g := Shuffled(size, rng)
	least := map[int]int{4: 4, 9: 22, 16: 105, 25: 330}[size]
	givens := least + rng.IntN(size*size-least)
	Dig(g, givens, rng)
	if rng.IntN(4) == 0 {
		g[rng.IntN(len(g))] = uint8(rng.IntN(size)) + 1
	}
	return g
}

// Holed returns a shuffled pattern with so many givens left. It has at least one
// solution.
func Holed(size, givens int, rng *rand.Rand) solvers.Grid {
	return Dig(Shuffled(size, rng), givens, rng)
}

// Dig empties random cells of a full grid until it has so many givens. It returns
// the grid.
func Dig(full solvers.Grid, givens int, rng *rand.Rand) solvers.Grid {
	for _, cell := range rng.Perm(len(full))[givens:] {
		full[cell] = 0
	}
	return full
}
