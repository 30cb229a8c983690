package bench

import (
	"math/rand/v2"

	"gridjudge/solvers"
)

// Permuted returns a fresh puzzle that is equivalent to puzzle: digits relabelled,
// bands and stacks shuffled, rows within bands and columns within stacks shuffled, and
// transposed with probability 1/2. Solutions correspond one to one, so that their
// number is that of puzzle.
func Permuted(puzzle solvers.Grid, r *rand.Rand) solvers.Grid {
	n := puzzle.Size()
	rows, columns := lines(n, r), lines(n, r)
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

// lines returns n rows or columns in a random order in which each band stays together.
func lines(n int, r *rand.Rand) []int {
	box := solvers.Box(n)
	out := make([]int, 0, n)
	for _, band := range r.Perm(box) {
		for _, line := range r.Perm(box) {
			out = append(out, band*box+line)
		}
	}
	return out
}
