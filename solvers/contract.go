// Package solvers has the contract of the built-in solvers, and the two kinds of problem
// that they solve, Grid and Matrix. Each solver is a package that imports it, as hash/crc32
// imports package hash.
//
//  1. A Spec names a solver, what it takes (sizes of grids, matrices) and how to make
//     a Solver or a CoverSolver.
//  2. A Solver counts the solutions of one Grid within Limits and fills in a Result.
//     A CoverSolver counts the covers of one Matrix and fills in a Cover.
//  3. A BatchSolver solves many grids at once. SolveAll takes any Solver: it calls
//     SolveBatch once if the Solver is a BatchSolver, and Solve per grid otherwise.
//  4. A Grid is parsed, printed and checked here, and a Matrix is checked. That code
//     knows no solver.
package solvers

import (
	"cmp"
	"sync/atomic"
)

// Limits bound one call of Solve. The zero value asks for the first solution
// and sets no budget.
type Limits struct {
	// Solutions is the number of solutions after which to stop counting; 0 means 1,
	// math.MaxUint64 means all.
	Solutions uint64

	// Nodes is the maximum number of search calls; 0 means no budget. A budget
	// in nodes gives the same result on every machine; one in seconds does not.
	Nodes uint64

	// Memory is the maximum number of bytes that a CoverSolver allocates in one call of Solve, up to a tenth and
	// 64 KiB more; 0 means DefaultMemory. The tables for the matrix count, and so do the solved subproblems
	// that some solvers store, and the clauses that others learn. The search stops before it would take more. A used
	// solver keeps the largest tables that it has had, but its result does not depend on them. The stack of the goroutine
	// is not counted.
	// A Solver of grids alone ignores Memory: its tables have one size.
	Memory uint64

	// Cancel, unless nil, is polled throughout the search, by most solvers at each search
	// call. Soon after it reads true, Solve returns.
	Cancel *atomic.Bool
}

// DefaultMemory is the memory, in bytes, that Limits.Memory 0 stands for: 1 GiB.
const DefaultMemory = 1 << 30

// Wanted returns the number of solutions to count up to, at least 1.
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

// The reasons to stop. A search that counted Limits.Solutions solutions or
// that exhausted its tree is Finished. After any other reason, Counts.Solutions is
// the number of solutions that are certain, and there may be more.
const (
	Finished      Stop = iota
	NodeBudget         // one more search call would have exceeded Limits.Nodes
	Cancelled          // Limits.Cancel was set
	CountOverflow      // all solutions were wanted, and 64 bits cannot count them
	MemoryBudget       // the tables, or one more stored subproblem or learned clause, would have exceeded Limits.Memory
)

func (s Stop) String() string {
	names := [...]string{"finished", "node budget spent", "cancelled", "count beyond 64 bits", "memory budget spent"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// Counts is the part of a result that grids and matrices have in common.
type Counts struct {
	// Solutions is the number of solutions counted, at most Limits.Wanted(). It is
	// never wrapped: after CountOverflow it is math.MaxUint64.
	Solutions uint64

	// Nodes counts search calls, including those that find nothing left to do.
	// Updates counts the elementary changes of the search state, including those undone
	// later. What one is differs: a node unlinked from a vertical list (Dancing Links), an
	// option or item taken out of a set (sparse sets), a digit placed (propagating solvers);
	// package comments say it. A solver may count no update in a call that ends in a
	// contradiction, as bitboard does. Both counters are exact and the same on every machine, but
	// comparable only between solvers that search alike.
	Nodes, Updates uint64

	// Stopped says why the search ended.
	Stopped Stop
}

// Result holds the solutions that Solve found and what they cost.
type Result struct {
	Counts

	// First is the first solution found, of length 0 if there is none. It is the
	// same, however many solutions are wanted. Its memory belongs to the Result: Solve
	// reuses it and allocates only if it is too short.
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

// Enter reports whether the search may make one more call. If it may, Enter counts the
// call in c. If a limit is reached, or the search is cancelled, Enter sets c.Stopped.
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

// Fit reports whether tables of this many bytes fit into the memory that Solve may allocate. If they do not, Fit
// makes the only search call in c, which ends for that reason.
func (l *Limits) Fit(bytes uint64, c *Counts) bool {
	if bytes <= l.MemoryBudget() {
		return true
	}
	if l.Enter(c) {
		c.Stopped = MemoryBudget
	}
	return false
}

// Solver solves puzzles of one size, one after another. It starts no
// goroutine, allocates nothing once warm, and is not safe for concurrent use.
type Solver interface {
	// Solve counts the solutions of puzzle up to limits.Solutions and overwrites *result.
	// It does not change puzzle, and keeps no part of it, because the caller may use its
	// memory again. The result depends on puzzle and limits alone, not on earlier calls.
	// puzzle must be Valid and of the size that the solver was made for.
	//
	// Solve asks limits.Enter before every search call and ends when that says no. It makes
	// at least one call, whatever the puzzle, so Nodes is never 0, and a Cancel that is set
	// from the start always ends in Cancelled.
	//
	// Givens that clash, which is no error, end with Finished and a count of 0, and without
	// a search: after at most one call per cell and one more. So do givens that leave a cell
	// without a candidate, or a digit without a place, in the first row of an otherwise empty
	// grid; solvers should end as soon wherever givens do so.
	Solve(puzzle Grid, limits Limits, result *Result)
}

// BatchSolver is a Solver that is faster with many puzzles at once.
type BatchSolver interface {
	Solver

	// SolveBatch sets each results[i] to what Solve(puzzles[i], limits, &results[i])
	// sets it to. limits apply to each puzzle by itself. No puzzle influences the
	// result of another, and no part of puzzles is kept. len(results) must be len(puzzles).
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
