package cdcl

import "slices"

// analysis is the scratch memory of conflict analysis.
type analysis struct {
	marks   []mark     // by variable
	toClear []variable // the variables that are marked
	learned []literal  // the clause; it implies its first literal
	buffer  []literal  // of clauseOf
	stack   []variable
	parent  []variable // by variable that was on the stack: the one that it is a cause of
	levels  []uint32   // by level: the last round that had a literal there
	round   uint32

	// Of shrink.
	pending []uint32  // by variable: the last round in which it was in the clause
	left    []int32   // by level: the literals to be resolved, and the one that stays
	added   []literal // causes that are not in the clause
	shrunk  []literal
}

// mark is what analysis knows of a variable.
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

// newRound begins a round: no stamp is that of it. When the rounds wrap, the stamps of the last 2^32 rounds are cleared.
func (a *analysis) newRound() {
	if a.round++; a.round == 0 {
		clear(a.levels)
		clear(a.pending)
		a.round = 1
	}
}

// clauseOf returns the clause that a reason stands for: its literals are false, except the
// one that it implies, which may be missing. The result is valid until the next call. The
// members of groups and clauses are not copied.
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

// analyze learns from a conflict at the current level: it leaves in
// analysis.learned the minimized clause of the first unique implication point,
// the implied literal first and one of the highest level among the rest second.
// It returns the level to backtrack to, and the LBD.
func (s *Solver) analyze(c conflict) (level, lbd int) {
	a := &s.analysis
	a.learned = append(a.learned[:0], 0)
	a.toClear = a.toClear[:0]
	now := int32(len(s.levelStart))
	open := 0 // literals of this level still to be resolved
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
				continue // The implied literal, too, is seen.
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
	// What follows drops literals, and never all literals of a level, so the LBD is known here.
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

// highestSecond returns the highest level in the learned clause after the implied
// literal's, and puts its literal second.
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

// countLevels returns the number of levels that assigned the literals: their literal
// block distance (LBD). Until the next round, analysis.levels marks these levels.
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

// minimize drops the literals of the clause that others of it imply.
func (s *Solver) minimize() {
	a := &s.analysis
	implying := slices.DeleteFunc(a.learned[1:], s.redundant)
	a.learned = a.learned[:1+len(implying)]
}

// redundant reports whether other literals of the clause imply the false literal m. They
// cannot if a cause of m is of a level that the clause has no literal of, because a cause
// of this cause is the decision of its level.
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

// fail notes that the clause does not imply v, and so none of the variables between v and
// root that v is a cause of: later calls of redundant need not look at their causes. The
// others that were seen for root, toClear[top:], are unknown again.
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
