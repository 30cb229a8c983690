package matrices

import "gridjudge/solvers"

// Strip makes a matrix for this problem: cover a board of rows x columns cells with dominoes, except for two holes. The
// number of columns must be even, or the number of rows odd. Parts of the board can be covered in more ways than
// Dancing Links can try, but there are few different subproblems.
//
// Imagine the board as a chessboard. A domino always covers a black cell and a white cell. So dominoes can cover the
// board only if one hole is black and the other hole is white.
//
// If feasible is false, Strip makes two holes of the same colour: the matrix does not contain these cells. The holes
// are far apart, cell 0 and one of the last cells. Each part of the board can still be covered, and the contradiction
// only shows at the far end.
//
// If feasible is true, the solver has to choose the holes. For this, the matrix contains all cells of the board and two
// special options. Each special option covers two cells, so that no domino can lie there:
//   - The wrong option covers two cells of the same colour: cell 0 and one of the last cells. Dominoes cannot cover the
//     other cells.
//   - The right option covers two cells of different colours: cell 0 and another one of the last cells. Dominoes can
//     cover the other cells.
//
// Both options also cover one more item, the choice, so that exactly one of them is chosen. Dancing Links tries the
// wrong option first, because the matrix is arranged for this: no item has fewer options than the choice, the choice
// has the smallest number of all items, and the wrong option comes before the right one.
func Strip(rows, columns int, feasible bool) *solvers.Matrix {
	var board []cell
	for x := range columns { // along the short side, so that the frontier of what is covered is short
		for y := range rows {
			board = append(board, cell{x, y})
		}
	}
	same, other := len(board)-1, len(board)-2 // of the colour of cell 0
	if (board[same].x+board[same].y)%2 == 1 {
		same, other = other, same
	}
	if !feasible {
		return packing(append(board[1:same:same], board[same+1:]...), []piece{domino}, false)
	}
	dominoes := packing(board, []piece{domino}, false)
	m := solvers.NewMatrix(dominoes.Primary+1, 0, [][]int32{items(0, 1, same+1), items(0, 1, other+1)})
	for _, option := range dominoes.All() {
		m.Add(items(int(option[0])+1, int(option[1])+1))
	}
	return m
}

// widened adds columns and rows until there are as many as given. They form a Planted matrix of their
// own, with options of up to 100 items.
func widened(m *solvers.Matrix, seed uint64, columns, rows int) *solvers.Matrix {
	more := Planted(Random{Seed: seed, Primary: columns - m.Primary, Size: 100, Options: rows - m.Options()})
	for _, option := range more.All() {
		for i := range option {
			option[i] += int32(m.Primary)
		}
		m.Add(option)
	}
	m.Primary = columns
	return m
}
