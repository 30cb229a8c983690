// Package cdcl counts the solutions of a Sudoku by conflict-driven clause
// learning, in grids of every size, and the covers of any matrix.
//
//  1. Naked and hidden singles are placed (singles).
//  2. The open candidates become variables, and the rules become exactly-one
//     groups of literals (encode).
//  3. Propagation assigns what the groups and the learned clauses imply
//     (propagate, clauses). If they imply nothing more, it looks at how many digits
//     each triad has (cards), and then for hidden pairs (pairs).
//  4. A conflict is analyzed to its first unique implication point; the learned
//     clause is minimized, shrunk and stored (analyze, shrink, clauses).
//  5. The next decision is the open variable with the highest activity (vsids). It
//     becomes true; in a long search it gets its target phase (targets).
//  6. The search restarts when the clauses that it learns get worse (restarts). After
//     its first solution it negates its decisions one by one, deepest first, to count
//     the others (search).
//
// A matrix has groups of its own (matrix) in place of steps 1 and 2, and neither cards
// nor pairs.
//
// The core is encode, propagate, clauses, analyze, vsids and search, to be read in this
// order. Without the others the search is the same, but longer: singles, cards, pairs,
// shrink, restarts, targets, reduce.
//
// To find the next solution, flip negates the deepest decision, which becomes a fact of
// the level before it. Deeper levels are then searched as before. If they have nothing
// more, flip negates the next decision:
//
//	level 1   a            a                  a, not b
//	level 2   b     flip   b, not c    flip
//	level 3   c     --->               --->
//	          solution     rootLevel 2        rootLevel 1
//
// # Ancestry
//
// Watched literals, learning from the first unique implication point and VSIDS are
// from Chaff, the minimization of clauses is from MiniSat, unique implication points
// of all levels (shrink) are from Feng and Bacchus, literal block distance (LBD) is from
// Glucose, and so are restarts by it, with the exponential averages of Biere and Fröhlich.
// Restarts that keep decisions are from van der Tak, Ramos and Heule, tiers of clauses
// and target phases are from CaDiCaL. The root level is from clasp: to count solutions,
// the search negates its decisions up to this level. Names are those of MiniSat.
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
	levelStart []int32        // by decision level: the index in trail of its decision

	noted    int // trail[:noted] has been noted by pairs and cards
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
		pairs:    newPairs(size),
		grid:     solvers.NewGrid(size),
	}
	s.allocate(s.encoding.maxVariables())
	s.cards = newCards(size, s.encoding.side, s.encoding.maxVariables())
	return s
}

// bytesPerVariable is the memory that allocate takes for a variable, with its two literals in encoding.occursStart.
const bytesPerVariable = 4 + // value, twice; targets; marks
	(14+2)*4 + // trail, levelStart; two of vsids; ten of the analysis; occursStart, twice
	8 + // activity
	uint64(unsafe.Sizeof(variableInfo{})+4*unsafe.Sizeof([]watch(nil))) // watches and those held, of two literals

// allocate makes room for n variables.
func (s *Solver) allocate(n int) {
	s.value = make([]int8, 2*n)
	s.info = make([]variableInfo, n)
	s.trail = make([]literal, 0, n+1) // exclude writes one beyond
	s.levelStart = make([]int32, 0, n)
	s.vsids = newVSIDS(n)
	s.targets = newTargets(n)
	s.clauses = newClauses(n)
	s.analysis = newAnalysis(n)
}

// Solve implements solvers.Solver. Nodes counts propagations: that of the singles,
// then each after one decision or one conflict. Updates counts the cells assigned.
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
		s.encoding.build()
		s.reset(limits.MemoryBudget())
		s.search(&limits, &result.Counts, func() {
			s.readGrid()
			result.Found(s.grid)
		})
	}
	result.Updates = s.updates
}

// reset empties the assignment and what was learned, and assigns the facts of the encoding. What is learned may take
// this many bytes.
func (s *Solver) reset(bytes uint64) {
	n := s.encoding.variables
	clear(s.value[:2*n])
	clear(s.info[:n])
	s.trail = s.trail[:0]
	s.head, s.noted = 0, 0
	s.levelStart = s.levelStart[:0]
	if s.encoding.size > 0 {
		s.pairs.reset(&s.encoding, &s.singles)
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
