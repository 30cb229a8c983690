package generate

import (
	"slices"

	"gridjudge/solvers"
)

// unsolvable makes a grid without a solution from a minimal puzzle by giving one
// more cell a wrong digit. Odd puzzles (from 1) contradict themselves openly:
// the digit stands twice in a row, column or box. In even ones no unit has a
// digit twice and singles alone meet no contradiction: only a search does.
func (w *worker) unsolvable(random *stream, i int) (solvers.Grid, bool) {
	puzzle, answer, ok := w.minimal(random)
	if !ok {
		return nil, false
	}
	for _, cell := range random.perm(w.cells) {
		if puzzle[cell] != 0 {
			continue
		}
		for _, d := range random.perm(w.size) {
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

// ambiguous makes a grid with so many solutions, or Many, from a minimal puzzle
// by taking givens away until there are enough; false where that is too many.
func (w *worker) ambiguous(random *stream, wanted int) (solvers.Grid, bool) {
	puzzle, _, ok := w.minimal(random)
	if !ok {
		return nil, false
	}
	limit := w.limit()
	for _, cell := range random.perm(w.cells) {
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
			puzzle[cell] = digit // too much at once: another given may give less
		}
	}
	return nil, false
}
