package solvers

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Check returns nil if answer is a solution of puzzle: it keeps every given, and each of its rows,
// columns and boxes contains each digit exactly once. Otherwise Check returns an error for the
// first problem that it finds: the answer and the puzzle have different lengths, a cell is empty, a
// digit is larger than the size of the grid, a given was changed, or a row, a column or a box
// contains a digit twice. In the error, rows, columns and boxes are numbered from 1.
func Check(puzzle, answer Grid) error {
	n := puzzle.Size()
	if n == 0 || len(answer) != len(puzzle) {
		return fmt.Errorf("the answer has %d cells, the puzzle %d", len(answer), len(puzzle))
	}
	if n == 9 && solves9((*[81]uint8)(puzzle), (*[81]uint8)(answer)) {
		return nil
	}
	for i, d := range answer {
		switch {
		case d == 0:
			return fmt.Errorf("row %d, column %d is empty", i/n+1, i%n+1)
		case int(d) > n:
			return fmt.Errorf("row %d, column %d holds %d, beyond %d", i/n+1, i%n+1, d, n)
		case puzzle[i] != 0 && puzzle[i] != d:
			return fmt.Errorf("row %d, column %d: the given %c became %c", i/n+1, i%n+1, Symbol(n, puzzle[i]), Symbol(n, d))
		}
	}
	return answer.Conflict()
}

// solves9 reports whether a 9x9 answer solves its puzzle, without saying why not. A judge checks every answer, and
// nearly all answers are right, so Check first calls solves9, which is fast, and looks for a reason only if solves9
// returns false. It is fast because it never branches on whether a cell is a given. The givens are at irregular places,
// so the processor could not predict such a branch: with it, judging a puzzle took 250 ns longer.
func solves9(puzzle, answer *[81]uint8) bool {
	const (
		all    = 1<<10 - 2          // the digits as bits
		ones   = 0x0101010101010101 // in each byte
		sevens = 0x7f * ones
	)
	var changed, givens uint64 // the bits in which a given differs from its answer; all givens, ORed
	for i := 0; i < 80; i += 8 {
		given := binary.NativeEndian.Uint64(puzzle[i:])
		isGiven := (given + sevens) >> 7 & ones * 0xff // no byte carries into the next if all are less than 0x80
		givens |= given
		changed |= (given ^ binary.NativeEndian.Uint64(answer[i:])) & isGiven
	}
	var bits [81]uint16
	beyond := uint8(0)
	for i, d := range answer {
		beyond |= d
		bits[i] = 1 << (d & 15)
	}
	ok := changed == 0 && givens&(ones<<7) == 0 && (puzzle[80] == 0 || puzzle[80] == answer[80]) &&
		beyond < 16 // a digit of 10 to 15 has a bit that is not in all
	for i := range 9 {
		row := bits[9*i : 9*i+9]
		ok = ok && row[0]|row[1]|row[2]|row[3]|row[4]|row[5]|row[6]|row[7]|row[8] == all
		column := bits[i : i+73]
		ok = ok && column[0]|column[9]|column[18]|column[27]|column[36]|column[45]|column[54]|column[63]|column[72] == all
		corner := i/3*27 + i%3*3
		box := bits[corner : corner+21]
		ok = ok && box[0]|box[1]|box[2]|box[9]|box[10]|box[11]|box[18]|box[19]|box[20] == all
	}
	return ok
}

// Conflict returns an error if a row, a column or a box of g contains a digit twice. It looks at
// the rows first and at the boxes last, and the error names the first unit that it finds. Conflict
// also returns an error if g is not Valid.
func (g Grid) Conflict() error {
	n := g.Size()
	if !g.Valid() {
		return fmt.Errorf("%d cells with digits up to %d are not a grid", len(g), slices.Max(append(g[:len(g):len(g)], 0)))
	}
	for kind, name := range [...]string{"row", "column", "box"} {
		for u := range n {
			var seen [MaxSize + 1]bool
			for i := range n {
				d := g[cellOf(kind, n, u, i)]
				if d != 0 && seen[d] {
					return fmt.Errorf("%s %d has two %cs", name, u+1, Symbol(n, d))
				}
				seen[d] = true
			}
		}
	}
	return nil
}

// cellOf returns the cell at index i of unit u, which is a row (kind 0), a column (1) or a box (2).
func cellOf(kind, n, u, i int) int {
	switch kind {
	case 0:
		return u*n + i
	case 1:
		return i*n + u
	}
	box := Box(n)
	return (u/box*box+i/box)*n + u%box*box + i%box
}
