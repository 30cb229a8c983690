package main

import (
	"bufio"
	"io"
	"strconv"

	"gridjudge/solvers"
)

// formula turns a puzzle into a question for a SAT solver: it is a formula in conjunctive normal form that is
// satisfiable exactly if the puzzle has a solution. It has a variable for each pair of a cell and a digit that no given
// excludes. The variable is true if the cell contains the digit.
//
// The formula says that each cell contains exactly one digit, and that each row, column and box contains each digit
// exactly once. Each of these rules consists of two parts: "at least one" is one clause, and "at most one" is one
// clause for each pair of variables. For example, if a cell may contain 2, 5 or 7, the clauses are (2 or 5 or 7), (not
// 2 or not 5), (not 2 or not 7) and (not 5 or not 7).
//
// Lynce and Ouaknine call this the extended encoding (Sudoku as a SAT Problem, 2006). Leaving out the
// eliminated candidates comes from Kwon and Jain (2006).
type formula struct {
	size       int
	candidates []candidate // element i belongs to variable i+1
	clauses    []int       // literals, with a 0 after each clause
	count      int         // the number of clauses
	refuted    bool        // a unit has a given twice, or a group has no candidate, so there is no solution
}

// candidate is a digit in a cell.
type candidate struct {
	cell  int
	digit uint8
}

func newFormula(puzzle solvers.Grid, size int) *formula {
	f := &formula{size: size}
	given := make([]bool, 3*size*(size+1)) // by unit*(size+1)+digit: whether it is a given in the unit
	for cell, digit := range puzzle {
		if digit == 0 {
			continue
		}
		for _, unit := range f.units(cell) {
			at := unit*(size+1) + int(digit)
			f.refuted = f.refuted || given[at]
			given[at] = true
		}
	}
	groups := make([][]int, 3*size*(size+1))
	for cell, digit := range puzzle {
		var cellGroup []int
		for d := 1; d <= size; d++ {
			if digit != 0 && int(digit) != d || digit == 0 && f.eliminated(given, cell, d) {
				continue
			}
			f.candidates = append(f.candidates, candidate{cell, uint8(d)})
			v := len(f.candidates)
			cellGroup = append(cellGroup, v)
			for _, unit := range f.units(cell) {
				at := unit*(size+1) + d
				groups[at] = append(groups[at], v)
			}
		}
		f.exactlyOne(cellGroup)
	}
	for at, group := range groups {
		if at%(size+1) != 0 {
			f.exactlyOne(group)
		}
	}
	return f
}

// units returns the row, column and box of a cell, numbered from 0.
func (f *formula) units(cell int) [3]int {
	box := solvers.Box(f.size)
	row, column := cell/f.size, cell%f.size
	return [3]int{row, f.size + column, 2*f.size + row/box*box + column/box}
}

// eliminated reports whether a unit of the cell has digit d as a given.
func (f *formula) eliminated(given []bool, cell, d int) bool {
	for _, unit := range f.units(cell) {
		if given[unit*(f.size+1)+d] {
			return true
		}
	}
	return false
}

// exactlyOne adds the clauses that say that exactly one variable of a group is true.
func (f *formula) exactlyOne(group []int) {
	if len(group) == 0 {
		f.refuted = true
		return
	}
	f.clauses = append(append(f.clauses, group...), 0)
	f.count++
	for i, a := range group {
		for _, b := range group[:i] {
			f.clauses = append(f.clauses, -a, -b, 0)
			f.count++
		}
	}
}

// write writes the formula in the DIMACS format.
func (f *formula) write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString("p cnf ")
	text := strconv.AppendInt(nil, int64(len(f.candidates)), 10)
	text = strconv.AppendInt(append(text, ' '), int64(f.count), 10)
	b.Write(append(text, '\n'))
	for _, literal := range f.clauses {
		end := byte(' ')
		if literal == 0 {
			end = '\n'
		}
		b.Write(append(strconv.AppendInt(text[:0], int64(literal), 10), end))
	}
	return b.Flush()
}

// grid returns the grid that a model describes.
func (f *formula) grid(model []int) solvers.Grid {
	grid := solvers.NewGrid(f.size)
	for _, literal := range model {
		if literal > 0 && literal <= len(f.candidates) {
			c := f.candidates[literal-1]
			grid[c.cell] = c.digit
		}
	}
	return grid
}
