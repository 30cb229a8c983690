package cdcl

import "slices"

// analysis is the scratch memory of conflict analysis.
type analysis struct {
	marks   []mark     // by variable
	toClear []variable // the variables that are marked
	learned []literal  // the clause being learned; it implies its first literal
	buffer  []literal  // memory for clauseOf
	stack   []variable
	parent  []variable // by variable that was on the stack: the one that it is a cause of
	levels  []uint32   // by level: the last round in which a literal was on it
	round   uint32

	// For shrink.
	pending []uint32  // by variable: the last round in which it was in the clause
	left    []int32   // by level: how many literals the clause has there
	added   []literal // causes that are not in the clause
	shrunk  []literal
}

// mark is what analysis has found out about a variable.
type mark uint8

const (
	unknown mark = iota
	seen         // in the clause, resolved, or implied by the clause
	failed       // not implied by the clause
)

func newAnalysis(variables int) analysis {
	return analysis{
		marks:   make([]mark, variables),
		toClear: make([]variable, 0, variables),
		learned: make([]literal, 0, variables),
		buffer:  make([]literal, 0, variables),
		stack:   make([]variable, 0, variables),
		parent:  make([]variable, variables),
		levels:  make([]uint32, variables+1),
		pending: make([]uint32, variables),
		left:    make([]int32, variables+1),
		added:   make([]literal, 0, variables),
		shrunk:  make([]literal, 0, variables),
	}
}

// newRound begins a round. Stamps of earlier rounds are different from its number, and so are no
// longer valid. Before the numbers repeat, which is after 2^32 rounds, all stamps are cleared.
func (a *analysis) newRound() {
	if a.round++; a.round == 0 {
		clear(a.levels)
		clear(a.pending)
		a.round = 1
	}
}

// clauseOf turns a reason into a clause, because conflict analysis works with clauses. A reason says in a single word
// why a literal became true. For example, it contains the number of a group. The clause spells this out: all of its
// literals are false, except for the literal that became true. For some kinds of reasons, clauseOf leaves out the true
// literal, because conflict analysis skips it anyway.
//
// The result is only valid until the next call of clauseOf. The caller must not change it, because for a group or a
// clause, clauseOf returns the stored literals themselves instead of a copy.
func (s *Solver) clauseOf(why reason) []literal {
	buffer := s.analysis.buffer[:0]
	switch what := why.what(); why.kind() {
	case byLiteral:
		return append(buffer, literal(what).not())
	case byGroup:
		return s.encoding.members(groupNumber(what))
	case byClause:
		return s.clauses.literals(clauseNumber(what))
	case byPair:
		return s.clauseOfPair(buffer, what)
	case byCard:
		return s.clauseOfCard(buffer, what)
	}
	return buffer
}

// analyze finds out why a conflict at the current level happened, and learns a clause that prevents it from now on. It
// starts with the literals of the conflict. As long as two or more of them belong to the current level, it resolves the
// one that was assigned last: it replaces this literal by the literals that caused it. In the end, one literal of the
// current level is left. This literal is called the first unique implication point. Then analyze minimizes and shrinks
// the clause.
//
// analyze leaves the clause in analysis.learned, and returns the level to backtrack to, and the
// LBD of the clause. After backtracking, the clause implies its first literal. Its second literal
// has the highest level of the other literals.
func (s *Solver) analyze(c conflict) (level, lbd int) {
	a := &s.analysis
	a.learned = append(a.learned[:0], 0)
	a.toClear = a.toClear[:0]
	now := int32(len(s.levelStart))
	open := 0 // the number of literals of this level that are still to be resolved
	marks, trail := a.marks, s.trail
	why := c.reason
	for i := len(trail); ; {
		if why.kind() == byClause {
			s.touch(clauseNumber(why.what()))
		}
		clause := s.clauseOf(why)
		if i == len(trail) && why.kind() == byLiteral {
			clause = append(clause, c.other.not())
		}
		for _, m := range clause {
			v := m.variable()
			if marks[v] == seen {
				continue // This also skips the implied literal, which has been seen.
			}
			at := s.info[v].level
			if at == 0 {
				continue
			}
			marks[v] = seen
			a.toClear = append(a.toClear, v)
			s.vsids.bump(v)
			if at == now {
				open++
			} else {
				a.learned = append(a.learned, m)
			}
		}
		for i--; marks[trail[i].variable()] != seen; i-- {
		}
		l := trail[i]
		if open == 1 {
			a.learned[0] = l.not()
			break
		}
		open--
		why = s.info[l.variable()].reason
	}
	// The steps below do not add a level to the clause, so this LBD is not too low.
	lbd = s.countLevels(a.learned)
	s.minimize()
	if lbd < len(a.learned) {
		s.shrink()
	}
	for _, v := range a.toClear {
		a.marks[v] = unknown
	}
	return s.highestSecond(), lbd
}

// highestSecond returns the highest level in the learned clause, apart from the level of the
// implied literal, and moves a literal of this level to the second place.
func (s *Solver) highestSecond() (level int) {
	learned := s.analysis.learned
	for i, m := range learned[1:] {
		if at := int(s.info[m.variable()].level); at > level {
			level = at
			learned[1], learned[i+1] = learned[i+1], learned[1]
		}
	}
	return level
}

// countLevels returns the number of different levels of the literals, which is their literal block
// distance (LBD). It marks these levels in analysis.levels until the next round.
func (s *Solver) countLevels(literals []literal) int {
	a := &s.analysis
	a.newRound()
	count := 0
	for _, m := range literals {
		if at := s.info[m.variable()].level; a.levels[at] != a.round {
			a.levels[at] = a.round
			count++
		}
	}
	return count
}

// minimize drops the literals of the learned clause that its other literals imply.
func (s *Solver) minimize() {
	a := &s.analysis
	implying := slices.DeleteFunc(a.learned[1:], s.redundant)
	a.learned = a.learned[:1+len(implying)]
}

// redundant reports whether the other literals of the clause imply the false literal m, so that m can be dropped. To
// find out, it follows the causes of m, then their causes, and so on. If it ends only at literals of the clause and at
// facts, the answer is yes. If it comes to a decision that is not in the clause, the answer is no.
//
// Often redundant can answer no before it comes to the decision. Suppose that a cause is on level 5, and that the
// clause has no literal of level 5. The causes of that cause lead back to the decision of level 5, and this decision is
// not in the clause.
func (s *Solver) redundant(m literal) bool {
	a := &s.analysis
	root := m.variable()
	if s.info[root].reason.kind() == byNothing || a.marks[root] == failed {
		return false
	}
	a.stack = append(a.stack[:0], root)
	top := len(a.toClear)
	for len(a.stack) > 0 {
		v := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		for _, p := range s.clauseOf(s.info[v].reason) {
			u := p.variable()
			if a.marks[u] == seen || u == v {
				continue
			}
			info := s.info[u]
			if info.level == 0 {
				continue
			}
			if a.marks[u] == failed || info.reason.kind() == byNothing || a.levels[info.level] != a.round {
				a.fail(v, root, top)
				return false
			}
			a.marks[u] = seen
			a.parent[u] = v
			a.toClear = append(a.toClear, u)
			a.stack = append(a.stack, u)
		}
	}
	return true
}

// fail remembers which variables the clause does not imply, so that later calls of redundant can stop at them. It is
// called when redundant, on its way from root back through the causes, finds that the clause does not imply a cause of
// v. Then the clause does not imply v, and it does not imply the variables between root and v. fail marks all of them.
//
// The other variables that were marked while root was tested, toClear[top:], become unknown again.
func (a *analysis) fail(v, root variable, top int) {
	for _, w := range a.toClear[top:] {
		a.marks[w] = unknown
	}
	a.toClear = a.toClear[:top]
	for ; v != root; v = a.parent[v] {
		a.marks[v] = failed
		a.toClear = append(a.toClear, v)
	}
	if a.marks[root] == unknown {
		a.marks[root] = failed
		a.toClear = append(a.toClear, root)
	}
}
