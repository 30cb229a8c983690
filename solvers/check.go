package solvers

import "fmt"

// Check returns the first reason why answer does not solve puzzle: different
// lengths, an empty cell, a changed given, a broken rule. Rows, columns and boxes
// count from 1. A nil error means that answer is full, keeps every given and has
// each digit once in every row, column and box.
func Check(puzzle, answer Grid) error {
	n := puzzle.Size()
	if n == 0 || len(answer) != len(puzzle) {
		return fmt.Errorf("the answer has %d cells, the puzzle %d", len(answer), len(puzzle))
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

// Conflict returns an error for the first row, then column, then box of g that
// holds a digit twice.
func (g Grid) Conflict() error {
	n := g.Size()
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

// cellOf returns cell i of unit u: of a row (kind 0), a column (1) or a box (2).
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
