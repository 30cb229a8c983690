package cdcl

import (
	"math/bits"

	"gridjudge/solvers"
)

const (
	activityDecay = 0.95 // per conflict
	compared      = 31   // how many variables decideNext compares: five levels of the heap
)

// search counts the solutions that agree with the facts at level 0. For each one, it calls found,
// which must add the solution of the current assignment to result.
//
// After the first solution, the search has to visit the rest of the tree. It negates its decisions one by one, the
// deepest first. The decisions of levels 1 to rootLevel are still waiting to be negated. Meanwhile, the search treats
// these decisions as facts, so it does not backtrack beyond rootLevel. A conflict at rootLevel does not need an
// analysis: it only means that it is time to negate the next decision.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Counts, found func()) {
	rootLevel, ordered := 0, false
	conflicts := 0
	var restarts restarts
	for limits.Enter(result) {
		broken, ok := s.propagate()
		if s.clauses.budget.spent {
			result.Stopped = solvers.MemoryBudget
			return
		}
		if !ordered && ok {
			ordered = true
			s.initActivity()
		}
		switch {
		case !ok && len(s.levelStart) > rootLevel:
			conflicts++
			if result.Solutions == 0 {
				s.targets.update(s.trail[:s.levelStart[len(s.levelStart)-1]], conflicts)
			}
			level, lbd := s.analyze(broken)
			s.undoTo(max(level, rootLevel))
			s.learn(lbd)
			s.vsids.decay()
			s.clauses.decay()
			restarts.add(lbd)
			switch {
			case s.clauses.count > s.clauses.limit:
				s.reduce(rootLevel)
			case restarts.due():
				s.restart(rootLevel)
			}
		case !ok:
			if rootLevel == 0 {
				return
			}
			rootLevel = s.flip()
		case s.decideNext():
		default:
			s.targets.forget()
			found()
			if result.Solutions >= limits.Wanted() || len(s.levelStart) == 0 {
				return
			}
			rootLevel = s.flip()
		}
	}
}

// restart undoes the decisions above rootLevel. It keeps the first ones as long as they come before
// every open variable in the order, because the search would probably make these decisions again.
func (s *Solver) restart(rootLevel int) {
	next, _ := s.vsids.next(s.value) // If no variable is open, next is 0, and any level is right.
	level := rootLevel
	for level < len(s.levelStart) && s.vsids.before(s.trail[s.levelStart[level]].variable(), next) {
		level++
	}
	s.undoTo(level)
}

// reduce drops clauses. Before, it undoes all decisions above rootLevel, and clears the reasons of
// the literals that stay, so that no reason refers to a clause.
func (s *Solver) reduce(rootLevel int) {
	s.undoTo(rootLevel)
	for _, l := range s.trail {
		s.info[l.variable()].reason = byNothing
	}
	s.clauses.reduce()
}

// flip negates the deepest decision, and returns the level before it. The negated decision becomes
// a fact of that level.
func (s *Solver) flip() int {
	level := len(s.levelStart) - 1
	decision := s.trail[s.levelStart[level]]
	s.undoTo(level)
	s.assign(decision.not(), byNothing)
	return level
}

// learn adds the clause that analyze has left, and assigns the literal that the clause implies.
func (s *Solver) learn(lbd int) {
	switch learned := s.analysis.learned; len(learned) {
	case 1:
		s.assign(learned[0], byNothing)
	case 2:
		s.clauses.attach(learned[0], learned[1], binaryClause)
		s.assign(learned[0], becauseOf(learned[1].not()))
	default:
		clause := s.clauses.add(learned, lbd)
		s.assign(learned[0], becauseOfClause(clause))
	}
}

// initActivity adds the open variables to the order. The variables of small groups come first.
func (s *Solver) initActivity() {
	e := &s.encoding
	for v := range variable(e.variables) {
		if s.value[v.literal()] != 0 {
			continue
		}
		s.vsids.activity[v] = 1 / e.leastGroup(v)
		s.vsids.insert(v)
	}
}

// decideNext makes a decision, on an open variable that has a high activity and is in a small group.
// It returns false if no variable is open.
//
// Two rules of thumb are combined. First, a variable with a high activity is a good choice, because the search has
// trouble there. Second, a variable in a small group is a good choice, because the decision is less likely to be wrong.
// For example, in a group of two, one of the two is right.
//
// So decideNext divides the activity of a variable by the size of its smallest group, and takes the variable with the
// largest quotient. It only compares the variables at the top of the heap, because the other variables are less active.
func (s *Solver) decideNext() bool {
	best, ok := s.vsids.next(s.value)
	if !ok {
		return false
	}
	h, e := &s.vsids, &s.encoding
	highest := h.activity[best] / e.leastGroup(best)
	for _, v := range h.heap[1:min(len(h.heap), compared)] {
		if s.value[v.literal()] != 0 {
			continue
		}
		score := h.activity[v] / e.leastGroup(v)
		if score > highest || score == highest && h.before(v, best) {
			best, highest = v, score
		}
	}
	s.decide(s.targets.literalOf(best))
	return true
}

// readGrid writes the solution that the assignment describes to s.grid.
func (s *Solver) readGrid() {
	e := &s.encoding
	for cell, c := range e.candidates {
		s.grid[cell] = uint8(bits.Len32(c))
	}
	for _, candidate := range e.open {
		if s.value[e.literalOf[candidate]] > 0 {
			s.grid[int(candidate)/e.size] = uint8(int(candidate)%e.size + 1)
		}
	}
}
