package generate

import "gridjudge/solvers"

// unsolvable makes a grid without a solution: a minimal puzzle with a wrong digit in one of the empty cells. Solvers
// should meet both obvious and hidden contradictions. So the two kinds alternate, depending on the number i of the
// puzzle:
//   - If i is even, the contradiction is obvious: some unit contains a digit twice.
//   - If i is odd, the contradiction is hidden: no unit contains a digit twice, and dlx has to try an option and go
//     back before it finds the contradiction.
//
// The nodes of dlx show whether it had to go back: if it did not, it has visited at most one node for each cell, and
// one node more.
func (w *worker) unsolvable(random *stream, i int) solvers.Grid {
	puzzle, answer := w.withGivens(random, 0)
	for _, cell := range random.perm(w.cells) {
		if puzzle == nil || puzzle[cell] != 0 {
			continue
		}
		for _, d := range random.perm(w.size) {
			if puzzle[cell] = uint8(d + 1); puzzle[cell] == answer[cell] {
				continue
			}
			twice := puzzle.Conflict() != nil
			if i%2 == 0 && twice || i%2 == 1 && !twice && goesBack(w.dlx, puzzle) {
				return puzzle
			}
		}
		puzzle[cell] = 0
	}
	return nil
}

// ambiguous makes a grid with the wanted number of solutions, by removing givens from a minimal puzzle.
// It returns nil if it does not hit the number. answer is one of the solutions.
func (w *worker) ambiguous(random *stream, wanted uint64) (puzzle, answer solvers.Grid) {
	puzzle, answer = w.withGivens(random, 0)
	if puzzle == nil {
		return nil, nil
	}
	limit := w.request.limit()
	for _, cell := range random.perm(w.cells) {
		digit := puzzle[cell]
		if digit == 0 {
			continue
		}
		puzzle[cell] = 0
		switch n := w.count(puzzle, limit); {
		case n == wanted:
			return puzzle, answer
		case n > wanted:
			puzzle[cell] = digit // removing this given adds too many solutions; another one may add fewer
		}
	}
	return nil, nil
}
