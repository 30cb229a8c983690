// Package cdcl counts the solutions of a Sudoku of 4x4, 9x9, 16x16 or 25x25 cells, or the covers of any matrix, by
// conflict-driven clause learning (CDCL).
//
//  1. Naked and hidden singles are placed (singles).
//  2. The open candidates become variables, and the rules become exactly-one groups of literals
//     (encode). Literals that are always equal then get a single variable (simplify).
//  3. Propagation assigns what the groups and the learned clauses imply (propagate, clauses). When
//     they imply nothing more, it counts the digits of each triad (cards), and then looks for hidden
//     pairs (pairs).
//  4. A conflict is analyzed up to its first unique implication point. The learned clause is
//     minimized, shrunk and stored (analyze, shrink, clauses).
//  5. The next decision is an open variable that has a high activity (vsids) and is in a small group
//     (search). It becomes true; in a long search, it gets its target phase instead (targets).
//  6. The search restarts when the clauses that it learns get worse (restarts). After its first
//     solution it negates its decisions one by one, the deepest first, in order to count the other
//     solutions (search).
//
// For a matrix, steps 1 and 2 are replaced by groups for its items (matrix), and cards and pairs
// are not used.
//
// The core is in encode, propagate, clauses, analyze, vsids and search. README.md lists all files in
// reading order.
//
// To find the next solution, flip negates the last decision. The negation becomes a fact of the
// level before, and everything that follows from this fact is searched. When nothing is left there,
// flip negates the decision before:
//
//	level 1   a            a                  a, not b
//	level 2   b     flip   b, not c    flip
//	level 3   c     --->               --->
//	          solution     rootLevel 2        rootLevel 1
//
// # Ancestry
//
// Watched literals, learning from the first unique implication point and VSIDS come from Chaff. The
// minimization of clauses, their activities and most names come from MiniSat. Unique implication
// points of all levels (shrink) come from Feng and Bacchus. Literal block distance (LBD) and
// restarts by it come from Glucose, with the exponential averages of Biere and Fröhlich. Restarts
// that keep decisions come from van der Tak, Ramos and Heule. Tiers of clauses, target phases and
// the replacement of equal literals come from CaDiCaL. The root level, which separates the decisions
// that are still to be negated from the search above them, comes from clasp.
package cdcl

import (
	"unsafe"

	"gridjudge/solvers"
)

// Spec enters cdcl as a contestant.
var Spec = solvers.Spec{
	Name:     "cdcl",
	Doc:      "conflict-driven clause learning on exactly-one groups of candidates and triads",
	Sizes:    solvers.Sizes(),
	New:      func(size int) solvers.Solver { return New(size) },
	NewCover: NewCover,
	Colors:   true,
}

// Solver counts the solutions of grids of one size.
type Solver struct {
	singles  singles
	encoding encoding

	// The assignment.
	value      []int8         // by literal: 1 true, -1 false, 0 open
	info       []variableInfo // by variable
	trail      []literal      // true literals in order of assignment
	head       int            // trail[:head] has been propagated
	levelStart []int32        // by decision level, from 1: the index in trail of its decision

	noted    int // trail[:noted] has been passed to pairs and cards
	pairs    pairs
	cards    cards
	vsids    vsids
	targets  targets
	clauses  clauses
	analysis analysis

	updates uint64
	grid    solvers.Grid
}

// variableInfo describes the assignment of a variable.
type variableInfo struct {
	level  int32
	reason reason
}

// New makes a Solver for grids of the given size: 4, 9, 16 or 25.
func New(size int) *Solver {
	s := &Solver{
		singles:  newSingles(size),
		encoding: newEncoding(size),
		grid:     solvers.NewGrid(size),
	}
	s.pairs = newPairs(size, &s.singles)
	s.allocate(s.encoding.maxVariables())
	s.cards = newCards(size, s.encoding.side, s.encoding.maxVariables())
	return s
}

// bytesPerVariable is the memory that allocate takes for a variable and for its two literals,
// including their entries in encoding.occurs.start and encoding.updates.
const bytesPerVariable = 4 + // value, twice; targets; marks
	2*2 + // updates, twice
	(14+2)*4 + // trail, levelStart; two of vsids; ten of the analysis; occurs.start, twice
	8 + // activity
	uint64(unsafe.Sizeof(variableInfo{})+4*unsafe.Sizeof([]watch(nil))) // watches and those held, of two literals

// allocate makes room for n variables.
func (s *Solver) allocate(n int) {
	s.value = make([]int8, 2*n)
	s.info = make([]variableInfo, n)
	s.trail = make([]literal, 0, n+1) // exclude writes one element beyond the last
	s.levelStart = make([]int32, 0, n)
	s.vsids = newVSIDS(n)
	s.targets = newTargets(n)
	s.clauses = newClauses(n, s.clauses.held)
	s.analysis = newAnalysis(n)
}

// Solve implements solvers.Solver. Nodes counts propagations: one for the singles, one at the
// beginning of the search, and then one after each decision, conflict or solution. Updates counts
// the digits assigned to cells.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	if !limits.Enter(&result.Counts) || !s.singles.load(puzzle) {
		return
	}
	empty := s.singles.empty
	ok := s.singles.propagate()
	s.updates = uint64(empty - s.singles.empty)
	switch {
	case !ok:
	case s.singles.empty == 0:
		result.Found(s.singles.grid)
	default:
		s.singles.copyCandidates(s.encoding.candidates)
		if !s.encoding.build() {
			break
		}
		s.reset(limits.MemoryBudget())
		s.search(&limits, &result.Counts, func() {
			s.readGrid()
			result.Found(s.grid)
		})
	}
	result.Updates = s.updates
}

// reset removes the assignment and everything that was learned, and then assigns the facts of the
// encoding. bytes is the memory that the search may take for what it learns.
func (s *Solver) reset(bytes uint64) {
	n := s.encoding.variables
	clear(s.value[:2*n])
	s.trail = s.trail[:0]
	s.head, s.noted = 0, 0
	s.levelStart = s.levelStart[:0]
	if s.encoding.size > 0 {
		s.pairs.reset(&s.encoding)
		s.cards.reset(&s.encoding)
	}
	s.clauses.reset(n, bytes)
	s.vsids.reset(n)
	s.targets.reset(n)
	for _, g := range s.encoding.groups {
		if g.open() == 1 && s.value[g.sum()] == 0 {
			s.assign(g.sum(), byNothing)
		}
	}
}
