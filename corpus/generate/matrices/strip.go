package matrices

import "gridjudge/solvers"

// Strip covers a board of rows x columns cells without two of them with dominoes: more options than Dancing
// Links can try, few subproblems. columns must be even, or rows odd.
//
// If the matrix is infeasible, the cells are two of one colour of the chessboard, far apart: 0 and one of the last. Each part
// of the board can be covered, and what is wrong shows at the far end only. If it is feasible, two options more take
// the cells away, two of one colour, or else two that leave a cover. Dancing Links takes the wrong ones first: their item
// has as few options as the corners, and its number is the smallest.
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

// widened adds columns and rows up to these numbers: a Planted matrix of its own, with options of up to 100 items.
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
