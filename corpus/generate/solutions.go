package generate

import (
	"context"
	"slices"

	"gridjudge/solvers"
)

// unsolvable makes a grid without a solution: a minimal puzzle with a wrong digit
// in one more cell. In odd puzzles, from 1, some unit has a digit twice. In even
// ones no unit has, and singles meet no contradiction: finding it takes a search.
func (w *worker) unsolvable(ctx context.Context, random *stream, i int) (solvers.Grid, bool) {
	puzzle, answer, ok := w.minimal(ctx, random)
	if !ok {
		return nil, false
	}
	for _, cell := range random.perm(w.geometry.cells) {
		if puzzle[cell] != 0 {
			continue
		}
		for _, d := range random.perm(w.geometry.size) {
			digit := uint8(d + 1)
			if digit == answer[cell] {
				continue
			}
			wrong := slices.Clone(puzzle)
			wrong[cell] = digit
			open := wrong.Conflict() != nil
			if i%2 == 0 && open || i%2 == 1 && !open && w.singles.run(wrong, -1) == stuck {
				return wrong, true
			}
		}
	}
	return nil, false
}

// ambiguous makes a grid with exactly wanted solutions, or Many, by taking givens
// from a minimal puzzle. It reports false if it misses the number.
func (w *worker) ambiguous(ctx context.Context, random *stream, wanted int) (solvers.Grid, bool) {
	puzzle, _, ok := w.minimal(ctx, random)
	if !ok {
		return nil, false
	}
	limit := w.limit()
	for _, cell := range random.perm(w.geometry.cells) {
		if puzzle[cell] == 0 {
			continue
		}
		digit := puzzle[cell]
		puzzle[cell] = 0
		n, _, ok := w.count(puzzle, limit)
		switch {
		case !ok:
			return nil, false
		case n == limit && wanted == Many, n == wanted:
			return puzzle, true
		case n > wanted && wanted != Many:
			puzzle[cell] = digit // too many at once: another given may add fewer
		}
	}
	return nil, false
}
