// Package bitmask solves Sudoku by constraint propagation on bit masks of free digits. Where
// propagation ends, it searches depth first.
//
// The technique is taken from a public solution to POJ 3076 (AcWing 169), and both search the same
// tree, node by node. One call of the search function does the following:
//
//  1. The call sweeps the grid once. First it places naked singles (cells with one candidate), row by row. Then it
//     places hidden singles (digits with one possible cell in a unit), first in rows, then in columns, then in boxes. A
//     placed digit takes effect immediately, so it can create more singles in cells and units that come later in the
//     sweep.
//  2. If the sweep comes to a cell without a candidate, or to a digit without a possible cell in a unit, the call
//     backtracks.
//  3. Otherwise the call branches on the cell with the fewest candidates (MRV: minimum remaining values). If several
//     cells have equally few candidates, it takes the first of them, row by row. It tries the candidates of the cell in
//     ascending order.
//
// Two details of the sweep affect the counters. Within a unit, the call determines all hidden singles before it places
// the first of them. And a digit placed late in the sweep may contradict a cell or unit that the sweep has already
// passed; only the next call notices this.
//
// A call sweeps only once, even if a second sweep would place more digits. The public solution
// works in this way, and Nodes and Updates depend on it.
//
// Before a digit is tried, the state of the call is copied to the next level, so that backtracking
// does not have to undo anything. The state, with bit 0 on the right:
//
//	free digits of     row r   [ .........1..1.11 ]      bit d-1: digit d is not yet placed in it
//	                   column c, box b: in the same way
//	empty cells of     row r   [ .1..11.......1.. ]      bit c: the cell in column c is empty
//	                   column c: bit r;  box b: bit i, for the i-th cell of the box
//
// The candidates of a cell are row & column & box of the free digits. The placed digits are not
// part of the state. They are written to Solver.answer, and backtracking leaves them there. This is
// safe, because their cells are empty in the state to which the search returns: every empty cell is
// written again before the answer is read.
//
// Glossary: a given is a digit of the puzzle. A unit is a row, a column or a box. A candidate of a
// cell is a digit that has not been placed in any unit of the cell. An update is one digit placed
// by the solver, even if it is taken back later.
package bitmask

import (
	"math/bits"

	"gridjudge/solvers"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:  "bitmask",
	Doc:   "masks of free digits, naked and hidden singles once per call, MRV",
	Sizes: solvers.Sizes(),
	New:   New,
}

// units is the number of units of one kind at the largest size, 25, rounded up to a power of two,
// so that an index modulo units needs no bounds check.
const units = 32

// masks holds one mask for each unit of one kind.
type masks [units]uint32

// state is what has to be restored by backtracking.
type state struct {
	row, column, box             masks // free digits
	openRow, openColumn, openBox masks // empty cells
	empty                        int   // number of empty cells
}

// cell is the position of a cell.
type cell struct{ row, column uint8 }

// level is a call of the search function that has not yet returned.
type level struct {
	state
	at      cell   // the branching cell
	untried uint32 // digits still to be tried there
}

// boxPosition is the box of a cell and its bit in openBox.
type boxPosition struct {
	box uint8
	bit uint32
}

// Solver holds the levels of the search. The package comment describes the layout of a state.
type Solver struct {
	size   int
	full   uint32
	boxOf  [units][units]boxPosition // by row and column
	levels []level
	answer solvers.Grid
	placed uint64

	rows, columns, boxes [units][units]cell // their cells
}

// New makes a Solver for grids of this size.
func New(size int) solvers.Solver {
	s := &Solver{
		size:   size,
		full:   1<<size - 1,
		levels: make([]level, size*size+1),
		answer: solvers.NewGrid(size),
	}
	side := solvers.Box(size)
	for r := range size {
		for c := range size {
			box, i := r/side*side+c/side, r%side*side+c%side
			s.boxOf[r][c] = boxPosition{box: uint8(box), bit: 1 << i}
			at := cell{uint8(r), uint8(c)}
			s.rows[r][c], s.columns[c][r], s.boxes[box][i] = at, at, at
		}
	}
	return s
}

// Solve counts the solutions of puzzle.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	consistent := s.load(puzzle)
	s.placed = 0 // givens do not count
	s.search(consistent, &limits, result)
	result.Updates = s.placed
}

// load sets the first level to puzzle. It returns false if two givens clash. It has to look for
// this, because the masks do not show it: a digit placed twice clears the same bits as one placed
// once.
func (s *Solver) load(puzzle solvers.Grid) bool {
	st := &s.levels[0].state
	st.empty = s.size * s.size
	for i := range s.size {
		st.row[i], st.column[i], st.box[i] = s.full, s.full, s.full
		st.openRow[i], st.openColumn[i], st.openBox[i] = s.full, s.full, s.full
	}
	for i, digit := range puzzle {
		if digit == 0 {
			continue
		}
		r, c := i/s.size, i%s.size
		bit := uint32(1) << (digit - 1)
		if s.candidates(st, r, c)&bit == 0 {
			return false
		}
		s.place(st, r, c, bit)
	}
	return true
}

// candidates returns the digits that can be placed in an empty cell, as a mask.
func (s *Solver) candidates(st *state, r, c int) uint32 {
	return st.row[r%units] & st.column[c%units] & st.box[s.boxOf[r%units][c%units].box%units]
}

// place puts a digit into an empty cell.
func (s *Solver) place(st *state, r, c int, bit uint32) {
	p := &s.boxOf[r%units][c%units]
	st.row[r%units] &^= bit
	st.column[c%units] &^= bit
	st.box[p.box%units] &^= bit
	st.openRow[r%units] &^= 1 << (c % units)
	st.openColumn[c%units] &^= 1 << (r % units)
	st.openBox[p.box%units] &^= p.bit
	st.empty--
	s.answer[r*s.size+c] = uint8(bits.TrailingZeros32(bit)) + 1
	s.placed++
}

// search walks the tree depth first. One iteration of the outer loop corresponds to one call of the
// search function in the public solution, which is recursive.
func (s *Solver) search(consistent bool, limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for limits.Enter(&result.Counts) {
		l := &s.levels[depth]
		l.untried = 0
		if consistent && s.sweep(&l.state) {
			if l.empty == 0 {
				result.Found(s.answer)
				if result.Solutions == limits.Wanted() {
					return
				}
			} else {
				s.choose(l)
			}
		}
		// Here the call may have ended in a contradiction, a solution, or a cell to branch on. Back
		// up to a level whose cell has an untried digit.
		for l.untried == 0 {
			if depth == 0 {
				return
			}
			depth--
			l = &s.levels[depth]
		}
		bit := l.untried & -l.untried
		l.untried ^= bit
		depth++
		next := &s.levels[depth]
		next.state = l.state
		s.place(&next.state, int(l.at.row), int(l.at.column), bit)
	}
}

// choose makes the first cell with the fewest candidates, row by row, the branching cell of l. That
// cell may have no candidate, if a placement removed the last one after the sweep had passed the
// cell.
func (s *Solver) choose(l *level) {
	fewest := s.size + 1
	for r := range s.size {
		for open := l.openRow[r%units]; open != 0; open &= open - 1 {
			c := bits.TrailingZeros32(open)
			candidates := s.candidates(&l.state, r, c)
			if n := bits.OnesCount32(candidates); n < fewest {
				fewest = n
				l.at, l.untried = cell{uint8(r), uint8(c)}, candidates
				if n == 0 {
					return
				}
			}
		}
	}
}
