// Package bitboard solves one Sudoku at a time, as fast as plain Go carries.
package bitboard

import "gridjudge/solvers"

// Spec enters bitboard as a contestant.
var Spec = solvers.Spec{
	Name:  "bitboard",
	Doc:   "candidates as bit planes, propagated a word at a time; clause learning where a grid resists",
	Sizes: solvers.Sizes(),
	New:   New,
}

// New makes a solver of grids of the given size.
func New(size int) solvers.Solver {
	if size == 9 {
		return new(solver9)
	}
	if size == 16 {
		return &solver16{learner: newLearner(16)}
	}
	return newLearner(size)
}

// enter counts a search call, or says why there may not be one.
func enter(limits *solvers.Limits, result *solvers.Result) bool {
	if limits.Nodes > 0 && result.Nodes >= limits.Nodes {
		result.Stopped = solvers.NodeBudget
		return false
	}
	if limits.Cancelled() {
		result.Stopped = solvers.Cancelled
		return false
	}
	result.Nodes++
	return true
}
