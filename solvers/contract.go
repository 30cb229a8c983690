// Package solvers is the contract between the judge and the built-in solvers, and defines the two
// kinds of problem that they solve: Grid (a Sudoku) and Matrix (an exact cover problem). Each
// solver is a package of its own that imports this one, in the same way as hash/crc32 imports hash.
//
//  1. A Spec describes a solver: its name, the problems that it accepts (grids of certain sizes,
//     matrices, or both), and the functions that make a Solver or a CoverSolver.
//  2. A Solver counts the solutions of one Grid. The Limits tell it when to stop, for example at
//     the second solution, and it writes the count and the first solution to a Result. In the same
//     way, a CoverSolver counts the covers of one Matrix and writes a Cover.
//  3. A BatchSolver is a Solver that can also solve many grids in one call. SolveAll accepts any
//     Solver: it calls SolveBatch once if the Solver is a BatchSolver, and otherwise it calls Solve
//     for each grid.
//  4. This package also parses, prints and checks grids, and checks matrices. That code does not
//     depend on any solver, so no solver takes part in checking its own answers.
package solvers

import (
	"cmp"
	"math"
	"sync/atomic"
)

// Limits bound one call of Solve. The zero value asks for the first solution and sets no node
// budget.
type Limits struct {
	// Solutions is the number of solutions at which Solve stops counting. 0 means 1, and
	// math.MaxUint64 means that all are wanted.
	Solutions uint64

	// Nodes is the maximum number of search calls, and 0 means that there is no maximum. The budget
	// is in search calls because these give the same result on every machine, which a budget in
	// seconds does not.
	Nodes uint64

	// Memory is the number of bytes that a CoverSolver may allocate in one call of Solve; 0 means
	// DefaultMemory. The search stops, with MemoryBudget as the reason, when it would need more. A
	// solver may exceed the budget by a tenth and 64 KiB.
	//
	// The budget covers the tables that are made from the matrix, the solved subproblems that some
	// solvers store, and the clauses that others learn. It does not cover the stack of the
	// goroutine.
	//
	// A solver that solves one matrix after another keeps the largest tables that it has needed so
	// far, so it may allocate less in later calls. Its results must still equal the results of a new solver.
	//
	// Solvers that only take grids ignore Memory, because the size of their tables is fixed.
	Memory uint64

	// Cancel, unless nil, lets the caller end the search: Solve returns soon after Cancel becomes
	// true. Most solvers read it at each search call.
	Cancel *atomic.Bool
}

// DefaultMemory is the memory budget, in bytes, if Limits.Memory is 0: 1 GiB.
const DefaultMemory = 1 << 30

// Wanted returns the number of solutions at which to stop counting, which is at least 1.
func (l *Limits) Wanted() uint64 {
	return max(l.Solutions, 1)
}

// MemoryBudget returns the number of bytes that Solve may allocate.
func (l *Limits) MemoryBudget() uint64 {
	return cmp.Or(l.Memory, DefaultMemory)
}

// Cancelled reports whether the caller has asked the search to end.
func (l *Limits) Cancelled() bool {
	return l.Cancel != nil && l.Cancel.Load()
}

// Stop says why a search ended.
type Stop uint8

// The reasons to stop. A search is Finished if it counted Limits.Solutions solutions or searched
// the whole tree. After any other reason, Counts.Solutions is a lower bound, because there may be
// more solutions than the search has counted.
const (
	Finished      Stop = iota
	NodeBudget         // one more search call would have exceeded Limits.Nodes
	Cancelled          // Limits.Cancel was set
	CountOverflow      // all solutions were wanted, and 64 bits cannot count them
	MemoryBudget       // the tables, or one more stored subproblem or learned clause, would have exceeded Limits.Memory
	Colored            // the matrix has colours, which the solver does not take (Spec.Colors), so it was not called
)

func (s Stop) String() string {
	names := [...]string{"finished", "node budget spent", "cancelled", "count beyond 64 bits", "memory budget spent",
		"the matrix has colours, which the solver does not take"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// MostCounted is the greatest number of nodes or updates that a solver may report. Recorded runs store these numbers as
// floating-point numbers, which are exact up to MostCounted. No honest search gets there: with a million updates per
// millisecond it would take a hundred days. So a larger number means that a counter has wrapped around.
const MostCounted = 1 << 53

// Counts is the part of a result that grids and matrices have in common.
type Counts struct {
	// Solutions is the number of solutions counted, at most Limits.Wanted(). The count does not
	// wrap around: after CountOverflow it is math.MaxUint64.
	Solutions uint64

	// Nodes is the number of search calls, including those that find nothing left to do.
	//
	// Updates is the number of elementary changes of the search state. A change that is undone
	// later counts as well. The package comment of each solver says what it counts as one change.
	// For example, Dancing Links counts each node that it unlinks from a vertical list, a solver
	// with sparse sets counts each option or item that it removes from a set, and a propagating
	// solver counts each digit that it places. If a search call ends in a contradiction, a solver
	// may leave out the updates of this call, as bitboard does.
	//
	// Both counters are exact and the same on every machine, but only comparable between solvers
	// that search in the same way. Neither may be above MostCounted.
	Nodes, Updates uint64

	// Stopped says why the search ended.
	Stopped Stop
}

// Result holds the solutions that Solve found and what they cost.
type Result struct {
	Counts

	// First is the first solution that was found, and empty if there is none. It does not depend on
	// how many solutions are wanted. Its memory belongs to the Result: Solve reuses it, and
	// allocates only if it is too short.
	First Grid
}

// Reset empties r for a new puzzle and keeps its memory.
func (r *Result) Reset() {
	*r = Result{First: r.First[:0]}
}

// Found counts one more solution, and copies the first one from g.
func (r *Result) Found(g Grid) {
	if r.Solutions == 0 {
		r.First = append(r.First[:0], g...)
	}
	r.Solutions++
}

// Enter reports whether the search may make another call, and counts that call in c if it may. If
// the node budget is spent or the search was cancelled, Enter sets c.Stopped and returns false.
func (l *Limits) Enter(c *Counts) bool {
	if l.Nodes != 0 && c.Nodes >= l.Nodes {
		c.Stopped = NodeBudget
		return false
	}
	if l.Cancelled() {
		c.Stopped = Cancelled
		return false
	}
	c.Nodes++
	return true
}

// Add adds solutions to c, for a search that knows their number without visiting them, and reports
// whether more are wanted. If all solutions are wanted and 64 bits cannot count them, it sets
// c.Stopped.
func (l *Limits) Add(solutions uint64, c *Counts) (more bool) {
	wanted := l.Wanted()
	// If all are wanted, math.MaxUint64 solutions are not yet an overflow: only one more is.
	room := wanted - c.Solutions
	if solutions < room || wanted == math.MaxUint64 && solutions == room {
		c.Solutions += solutions
		return true
	}
	if wanted == math.MaxUint64 {
		c.Stopped = CountOverflow
	}
	c.Solutions = wanted
	return false
}

// Fit reports whether tables of this many bytes fit into the memory budget. If they do not, the
// solver must return at once: Fit has then already counted the one search call that every Solve
// must make, and has set c.Stopped.
func (l *Limits) Fit(bytes uint64, c *Counts) bool {
	if bytes <= l.MemoryBudget() {
		return true
	}
	if l.Enter(c) {
		c.Stopped = MemoryBudget
	}
	return false
}

// Solver solves puzzles of one size, one after another. It does not start goroutines, it does not
// allocate any more once it is warm, and it is not safe for concurrent use.
type Solver interface {
	// Solve counts the solutions of puzzle up to limits.Solutions and overwrites *result. puzzle
	// must be Valid and have the size that the solver was made for. Solve does not change it and
	// does not keep a reference to it, because the caller may reuse its memory. The result depends
	// on puzzle and limits alone, not on earlier calls.
	//
	// Solve calls limits.Enter before every search call and returns when Enter says no. It makes at
	// least one search call for every puzzle. Therefore Nodes is never 0, and a search that was
	// cancelled before it began always ends with Cancelled.
	//
	// Clashing givens, for example two equal digits in a row, are not an error. The solver must reject them without a
	// real search: Solve ends with Finished and a count of 0. It makes at most n+1 search calls for a grid of n cells,
	// for example 82 at 9x9.
	//
	// Some contradictions are harder to see. Solve must reject two of them in the same way as clashing givens, also
	// with at most n+1 search calls:
	//   - An empty cell does not have a candidate. For example, the first row of a 9x9 grid holds 1 to 8 and an empty
	//     cell, and there is a 9 in the column of the empty cell.
	//   - A digit does not have a place in the first row. For example, the first row holds 1 to 6 and three empty
	//     cells, which are in one box, and there is a 9 in another row of that box.
	//
	// Solve must do so only in a nearly empty grid, as in these examples: all givens are in the first row, except for
	// one given below it. In other grids, a solver should reject such a contradiction just as fast, but does not have
	// to.
	Solve(puzzle Grid, limits Limits, result *Result)
}

// BatchSolver is a Solver that is faster if it gets many puzzles at once.
type BatchSolver interface {
	Solver

	// SolveBatch solves all puzzles, with the same results as a loop that calls Solve(puzzles[i], limits, &results[i])
	// for each i. The slices puzzles and results must have the same length. The limits apply to each puzzle separately:
	// for example, a budget of 100 nodes allows 100 nodes for each puzzle. No puzzle influences the result of another
	// puzzle. SolveBatch does not keep a reference to puzzles.
	SolveBatch(puzzles []Grid, limits Limits, results []Result)
}

// SolveAll makes one pass over puzzles: one call of SolveBatch if s is a BatchSolver,
// otherwise one call of Solve per puzzle.
func SolveAll(s Solver, puzzles []Grid, limits Limits, results []Result) {
	if b, ok := s.(BatchSolver); ok {
		b.SolveBatch(puzzles, limits, results)
		return
	}
	for i, p := range puzzles {
		s.Solve(p, limits, &results[i])
	}
}
