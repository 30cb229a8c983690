package matrices

import "gridjudge/solvers"

// Strip covers a board of rows x columns cells, without two of them, with dominoes. It has more covers
// of its parts than Dancing Links can try, but few different subproblems. columns must be even, or rows
// odd.
//
// If the matrix is infeasible, the two missing cells have the same colour on a chessboard and are far
// apart: cell 0 and one of the last. Each part of the board can be covered, and the contradiction only
// shows at the far end.
//
// If it is feasible, nothing is missing from the board, but two more options compete to remove two
// cells. One of them removes two cells of the same colour, and the other removes two cells that
// leave a cover. Dancing Links tries the wrong one first, because the item of these two options has
// the smallest number, and as few options as the corners.
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
