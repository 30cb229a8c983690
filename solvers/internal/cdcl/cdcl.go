// Package cdcl counts the solutions of a Sudoku by conflict-driven clause
// learning. It takes grids of every size, and grids that another search has
// begun.
//
//  1. A short search on bit masks solves easy grids (plain, singles).
//  2. The open candidates become variables, and the rules become exactly-one
//     groups of literals (encode).
//  3. Propagation assigns what the groups and the learned clauses imply
//     (propagate, clauses). If they imply nothing more, it looks for hidden pairs
//     (pairs).
//  4. A conflict is analyzed to its first unique implication point; the learned
//     clause is minimized, shrunk and stored (analyze, shrink, clauses).
//  5. The next decision is the open variable with the highest activity (vsids). It
//     becomes true; in a long search it gets its target phase (targets).
//  6. The search restarts now and then. After its first solution it negates its
//     decisions one by one, deepest first, to count the others (search).
//
// # Ancestry
//
// Watched literals, learning from the first unique implication point and VSIDS are
// from Chaff, the minimization of clauses is from MiniSat, unique implication points
// of all levels (shrink) are from Feng and Bacchus, the sequence of restarts is from
// Luby, Sinclair and Zuckerman, literal block distance (LBD) is from Glucose, tiers of
// clauses, rare restarts and target phases are from CaDiCaL. The root level is from
// clasp: to count solutions, the search negates its decisions up to this level. Names
// are those of MiniSat.
package cdcl

import "gridjudge/solvers"

// Solver counts the solutions of grids of one size.
type Solver struct {
	plain    plain
	encoding encoding

	// The assignment.
	value      []int8         // by literal: 1 true, -1 false, 0 open
	info       []variableInfo // by variable
	trail      []literal      // true literals in order of assignment
	head       int            // trail[:head] has been propagated
	levelStart []int32        // by decision level: the index in trail of its decision

	pairs    pairs
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

// New makes a Solver for grids of the given size: 4, 9, 16 or 25. The memory of
// the clause-learning search is allocated for the first grid that needs it.
func New(size int) *Solver {
	return &Solver{plain: newPlain(size)}
}

// allocate makes the memory of the clause-learning search, unless it is there.
func (s *Solver) allocate() {
	if s.value != nil {
		return
	}
	s.encoding = newEncoding(s.plain.size)
	n := s.encoding.maxVariables()
	s.value = make([]int8, 2*n)
	s.info = make([]variableInfo, n)
	s.trail = make([]literal, 0, n+1) // exclude writes one beyond
	s.levelStart = make([]int32, 0, n)
	s.pairs = newPairs(s.plain.size)
	s.vsids = newVSIDS(n)
	s.targets = newTargets(n)
	s.clauses = newClauses(n)
	s.analysis = newAnalysis(n)
	s.grid = solvers.NewGrid(s.plain.size)
}

// Solve implements solvers.Solver. Nodes counts propagations, each after one
// decision or one conflict. Updates counts the cells assigned.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	if s.plain.search(puzzle, &limits, result) {
		return
	}
	s.allocate()
	s.plain.copyCandidates(&s.plain.branches[0].masks, s.encoding.candidates)
	s.count(&limits, result)
}

// Resume takes over a grid that another search has begun. candidates has one
// word per cell, row by row, with bit d-1 for digit d. Every cell has at least one
// candidate. If a cell has only one, its peers must not have it. result is what the
// other search has found and spent. Nodes and Updates continue from there. The
// solutions are counted anew, because they come in another order here. But
// result.Solutions never falls, and result.First stays.
func (s *Solver) Resume(candidates []uint32, limits *solvers.Limits, result *solvers.Result) {
	s.allocate()
	copy(s.encoding.candidates, candidates)
	s.count(limits, result)
}

// count encodes the candidates and searches.
func (s *Solver) count(limits *solvers.Limits, result *solvers.Result) {
	s.encoding.build()
	s.reset()
	s.updates = result.Updates
	for _, g := range s.encoding.groups {
		if g.open == 1 && s.value[g.xor] == 0 {
			s.assign(g.xor, byNothing)
		}
	}
	s.search(limits, result)
	result.Updates = s.updates
}

// reset empties the assignment and what was learned for the encoding that was built.
func (s *Solver) reset() {
	n := s.encoding.variables
	clear(s.value[:2*n])
	clear(s.info[:n])
	s.trail = s.trail[:0]
	s.head = 0
	s.levelStart = s.levelStart[:0]
	s.pairs.reset(&s.encoding, &s.plain.singles)
	s.clauses.reset(n)
	s.vsids.reset(n)
	s.targets.reset(n)
}
