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
	for _, i := range rng.Perm(size * size)[givens:] {
		g[i] = 0
	}
	if rng.IntN(4) == 0 {
		g[rng.IntN(len(g))] = uint8(rng.IntN(size)) + 1
	}
	return g
}
