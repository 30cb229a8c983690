// Package solvers holds what every contestant shares: the contract and the grid.
//
// It is a leaf below its implementations, as package hash lies below hash/crc32:
//
//  1. A Spec names a contestant, the sizes it takes and how to make a Solver.
//  2. A Solver counts the solutions of one Grid within Limits and fills in a Result.
//  3. A BatchSolver may gain from seeing many grids at once; SolveAll is the one
//     place that tells the two apart.
//  4. Grid parses, prints and checks grids; it knows nothing of how they are solved.
package solvers

import (
	"slices"
	"sync/atomic"
)

// Limits bound one call of Solve. The zero value asks for the first solution
// and sets no budget.
type Limits struct {
	// Solutions is the number of solutions after which to stop counting; 0 means 1.
	Solutions int

	// Nodes is the most search calls that Solve may make; 0 means no budget.
	// A budget in nodes reproduces on every machine; one in seconds does not.
	Nodes uint64

	// Cancel, where not nil, is polled at least once a search call: once it
	// reads true, Solve returns soon.
	Cancel *atomic.Bool
}

// Wanted is the number of solutions to count up to, at least 1.
func (l *Limits) Wanted() int {
	return max(l.Solutions, 1)
}

// Cancelled reports whether the caller has asked the search to end.
func (l *Limits) Cancelled() bool {
	return l.Cancel != nil && l.Cancel.Load()
}

// Stop says what ended a search before it was through.
type Stop uint8

// The reasons to stop. A search that counted Limits.Solutions solutions or
// that exhausted its tree is Finished.
const (
	Finished   Stop = iota
	NodeBudget      // one more search call would have exceeded Limits.Nodes
	Cancelled       // Limits.Cancel was set
)

func (s Stop) String() string {
	switch s {
	case Finished:
		return "finished"
	case NodeBudget:
		return "node budget spent"
	case Cancelled:
		return "cancelled"
	}
	return "unknown"
}

// Result is what Solve found and what it cost.
type Result struct {
	// Solutions is how many solutions were counted, at most Limits.Solutions.
	Solutions int

	// First is the first solution found, of length 0 where there is none. Its
	// memory belongs to the Result: Solve reuses it and allocates only where
	// it is too short.
	First Grid

	// Nodes counts search calls, the one that finds nothing left to do
	// included. Updates counts the elementary changes of the search state: for
	// Dancing Links the vertical unlinks, for propagating solvers the digits
	// placed, those undone later included. Both are exact and the same on
	// every machine, but comparable only between solvers that search alike.
	Nodes, Updates uint64

	// Stopped says whether, and why, the search ended before it was through.
	Stopped Stop
}

// Reset empties r for a new puzzle and keeps its memory.
func (r *Result) Reset() {
	*r = Result{First: r.First[:0]}
}

// Found counts one more solution; the first one is copied from g.
func (r *Result) Found(g Grid) {
	if r.Solutions == 0 {
		r.First = append(r.First[:0], g...)
	}
	r.Solutions++
}

// Enter counts one more search call in r and reports whether it may begin. It
// may not where a limit strikes: then it is not counted, and r.Stopped says which.
func (l *Limits) Enter(r *Result) bool {
	if l.Nodes != 0 && r.Nodes >= l.Nodes {
		r.Stopped = NodeBudget
		return false
	}
	if l.Cancelled() {
		r.Stopped = Cancelled
		return false
	}
	r.Nodes++
	return true
}

// Solver solves puzzles of one size, one after another. It starts no
// goroutine, allocates nothing once warm, and is not safe for concurrent use:
// each goroutine makes its own.
type Solver interface {
	// Solve counts the solutions of puzzle up to limits.Solutions and
	// overwrites *result. It leaves puzzle as it is. The result depends on
	// puzzle and limits alone, not on what was solved before. A puzzle that
	// contradicts itself has no solution; that is a count of 0, not an error.
	// puzzle must be Valid and of the size that the solver was made for.
	Solve(puzzle Grid, limits Limits, result *Result)
}

// BatchSolver is a Solver that gains from seeing many puzzles at once.
type BatchSolver interface {
	Solver

	// SolveBatch does to results[i] what Solve(puzzles[i], limits, &results[i])
	// would: the same counts and answers, whatever the batch is composed of.
	// Limits hold for each puzzle. len(results) must be len(puzzles).
	SolveBatch(puzzles []Grid, limits Limits, results []Result)
}

// SolveAll makes one pass over puzzles: one call of SolveBatch where s has it,
// a loop of Solve otherwise.
func SolveAll(s Solver, puzzles []Grid, limits Limits, results []Result) {
	if b, ok := s.(BatchSolver); ok {
		b.SolveBatch(puzzles, limits, results)
		return
	}
	for i, p := range puzzles {
		s.Solve(p, limits, &results[i])
	}
}

// Spec describes a contestant.
type Spec struct {
	// Name is what users call it: parts of [a-z][a-z0-9]* joined by "-", the
	// last one not a number.
	Name string

	// Doc says in one line what it is.
	Doc string

	// Sizes are the grid sizes that it solves, ascending: of 4, 9, 16 and 25.
	Sizes []int

	// VariantOf, where not empty, names the contestant that this is one
	// variant of: a single kernel, say. A variant takes part only where the
	// user names it.
	VariantOf string

	// New makes a Solver for one of Sizes.
	New func(size int) Solver
}

// Takes reports whether the contestant solves grids of this size.
func (s *Spec) Takes(size int) bool {
	return slices.Contains(s.Sizes, size)
}
