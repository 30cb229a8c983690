package sliced

import (
	"math/rand/v2"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// hard has puzzles that need a real search. Each has one solution.
var hard = []string{
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"98.7..6..7.5.......4..5....3..8..9......2..1......13.42...8..93.7....2....92...6.",
}

// variety returns n grids of many kinds: hard puzzles, full grids, and grids with one, few, many or
// no solutions, including some with clashing givens.
func variety(r *rand.Rand, n int) []solvers.Grid {
	out := make([]solvers.Grid, n)
	for k := range out {
		g := solverstest.Shuffled(9, r)
		switch kind := r.IntN(20); {
		case kind == 0:
			h, err := solvers.ParseGrid(hard[r.IntN(len(hard))])
			if err != nil {
				panic(err)
			}
			out[k] = h
			continue
		case kind == 1: // full
			out[k] = g
			continue
		}
		solverstest.Dig(g, 24+r.IntN(30), r)
		if r.IntN(4) == 0 {
			g[r.IntN(cells)] = uint8(1 + r.IntN(9)) // most likely no solution
		}
		out[k] = g
	}
	return out
}
