package grids

import (
	"fmt"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Some problems ask for the least solution of a puzzle. To compare two solutions, go through the cells row by row, up
// to the first cell in which they differ. The solution with the smaller digit in this cell is less. For example, a grid
// that begins with 1 2 4 is less than a grid that begins with 1 3 2.
//
// Contestants do not know this task. They are asked for one solution at a time, so every contestant can take part, and
// no contestant has to enumerate all solutions.

// leastRunner runs a solver on grids whose least solution is wanted.
type leastRunner struct {
	*Runner
	puzzle solvers.Grid   // the puzzle that the solver gets: with more and more cells of the least solution
	result solvers.Result // of one call
}

// Batch reports false, because each call depends on the one before it.
func (r *leastRunner) Batch() bool { return false }

// Solve solves slots.
func (r *leastRunner) Solve(from, to int, limits *solvers.Limits) {
	for i := from; i < to; i++ {
		r.least(r.queue[i], *limits, &r.results[i])
	}
}

// least finds the least solution of a puzzle by calling the solver again and again. The first call finds any solution.
// It gets the caller's limits, so only this call counts solutions. After that, least goes through the empty cells row
// by row, and tries to lower the digit of each cell.
//
// For example, suppose that the best solution so far has a 4 in a cell. least asks the solver for a solution with a 1
// in this cell, then with a 2, and then with a 3. If the solver finds a solution, it becomes the best solution, and
// least goes on to the next cell. The nodes and updates of all calls are added up.
func (r *leastRunner) least(puzzle solvers.Grid, limits solvers.Limits, sum *solvers.Result) {
	r.puzzle = append(r.puzzle[:0], puzzle...)
	r.Solver.Solve(r.puzzle, limits, sum)
	if len(sum.First) != len(puzzle) || sum.Stopped != solvers.Finished {
		return // if there is a solution without a grid, Check says so
	}
	best := sum.First
	budget := limits.Nodes
	limits.Solutions = 1
	used := newUsed(puzzle)
	for i, given := range puzzle {
		if given != 0 {
			continue
		}
		for d := uint8(1); d < best[i]; d++ {
			if used.has(i, d) {
				continue
			}
			r.puzzle[i] = d
			if budget > 0 {
				if limits.Nodes = budget - sum.Nodes; limits.Nodes == 0 {
					sum.Stopped = solvers.NodeBudget
					return
				}
			}
			r.Solver.Solve(r.puzzle, limits, &r.result)
			sum.Nodes, sum.Updates, sum.Stopped = sum.Nodes+r.result.Nodes, sum.Updates+r.result.Updates, r.result.Stopped
			if sum.Stopped != solvers.Finished {
				return
			}
			if r.result.Solutions > 0 {
				copy(best, r.result.First)
			}
		}
		r.puzzle[i] = best[i]
		used.add(i, best[i])
	}
}

// used are the digits that each row, column and box of a grid has, as bits, so that the runner need not ask the solver
// about a digit that a unit has already.
type used struct {
	size, box            int
	rows, columns, boxes [solvers.MaxSize]uint32
}

func newUsed(g solvers.Grid) *used {
	u := &used{size: g.Size(), box: solvers.Box(g.Size())}
	for i, d := range g {
		if d != 0 {
			u.add(i, d)
		}
	}
	return u
}

// units returns the digits of the row, the column and the box of a cell.
func (u *used) units(cell int) (row, column, box *uint32) {
	r, c := cell/u.size, cell%u.size
	return &u.rows[r], &u.columns[c], &u.boxes[r/u.box*u.box+c/u.box]
}

func (u *used) has(cell int, d uint8) bool {
	row, column, box := u.units(cell)
	return (*row|*column|*box)>>d&1 != 0
}

func (u *used) add(cell int, d uint8) {
	row, column, box := u.units(cell)
	for _, unit := range []*uint32{row, column, box} {
		*unit |= 1 << d
	}
}

// Check checks the result of a slot.
func (r *leastRunner) Check(slot int, asked *solvers.Limits) cases.Finding {
	found, result := r.Runner.Check(slot, asked), &r.results[slot]
	if found.Match != cases.Right || result.Solutions == 0 || result.Stopped != solvers.Finished {
		return found
	}
	found.Match, found.Reason, _ = checkLeast(&r.list[r.order[slot]], result.First)
	return found
}

// checkLeast checks whether an answer is the least solution of its case. The caller has already checked that the answer
// is a solution.
//
// To find a smaller solution, checkLeast goes through the empty cells row by row, and tries smaller digits. For
// example, suppose that the answer begins with 1 2 4, and that these three cells are empty in the puzzle. checkLeast
// then searches for solutions that begin with (1 1), (1 2 1), (1 2 2) or (1 2 3). If there is such a solution, the
// answer is wrong, and checkLeast returns the cell with the smaller digit.
//
// A search gives up when it has visited placeBudget nodes. checkLeast then goes on with the next search. If a search
// gave up and no search found a smaller solution, the stored answer decides. Without a stored answer, the result is
// JudgeDataError.
func checkLeast(c *Case, answer solvers.Grid) (match cases.Match, reason string, cell int) {
	if c.Solutions == cases.One {
		return cases.Right, "", 0
	}
	undecided := false
	begin := slices.Clone(c.Puzzle)
	for i, given := range c.Puzzle {
		for d := uint8(1); given == 0 && d < answer[i]; d++ {
			begin[i] = d
			found, decided := solvers.Count(begin, 1, placeBudget)
			if found > 0 {
				row, column := i/c.Puzzle.Size()+1, i%c.Puzzle.Size()+1
				return cases.Wrong, fmt.Sprintf("a solution, but not the least one: row %d, column %d can be %d", row, column, d), i
			}
			undecided = undecided || !decided
		}
		begin[i] = answer[i]
	}
	switch {
	case !undecided || slices.Equal(answer, c.Answer):
		return cases.Right, "", 0
	case c.Answer != nil:
		return cases.Wrong, "a solution, but not the least one, which is stored", differs(c.Answer, answer)
	}
	return cases.JudgeDataError, "a solution, but the judge's own search gave up before it knew whether it is the least one: a file of answers decides (judge --answers)", 0
}
