package grids

import (
	"math/rand/v2"

	"gridjudge/solvers"
)

// Permuted returns a new puzzle that is equivalent to puzzle. It relabels the digits,
// shuffles bands, stacks, rows within bands and columns within stacks, and transposes with
// probability 1/2. The solutions of both puzzles correspond one to one.
func Permuted(puzzle solvers.Grid, r *rand.Rand) solvers.Grid {
	n := puzzle.Size()
	rows, columns := shuffledLines(n, r), shuffledLines(n, r)
	label := r.Perm(n)
	transpose := r.IntN(2) == 1
	out := solvers.NewGrid(n)
	for i := range n {
		for j := range n {
			from := rows[i]*n + columns[j]
			if transpose {
				from = columns[j]*n + rows[i]
			}
			if d := puzzle[from]; d != 0 {
				out[i*n+j] = uint8(label[d-1] + 1)
			}
		}
	}
	return out
}

// shuffledLines returns n rows or columns in a random order in which each band stays together.
func shuffledLines(n int, r *rand.Rand) []int {
	box := solvers.Box(n)
	out := make([]int, 0, n)
	for _, band := range r.Perm(box) {
		for _, line := range r.Perm(box) {
			out = append(out, band*box+line)
		}
	}
	return out
}
