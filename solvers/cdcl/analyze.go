package cdcl

import "slices"

// analysis is the scratch memory of conflict analysis.
type analysis struct {
	seen    []bool     // by variable
	toClear []variable // the variables that are seen
	learned []literal  // the clause; it implies its first literal
	causes  []literal  // the true literals of a reason; has room for one of each variable
	stack   []variable
	levels  []uint32 // by level: the last round that had a literal there
	round   uint32

	// Of shrink.
	pending []uint32  // by variable: the last round in which it was in the clause
	left    []int32   // by level: the literals to be resolved, and the one that stays
	added   []literal // causes that are not in the clause
	shrunk  []literal
}

func newAnalysis(variables int) analysis {
	return analysis{
		seen:    make([]bool, variables),
		toClear: make([]variable, 0, variables),
		learned: make([]literal, 0, variables),
		causes:  make([]literal, variables),
		stack:   make([]variable, 0, variables),
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

// causesOf returns the true literals that together imply l by the given reason.
// Where l is noLiteral, it returns those of the whole group or clause. The
// result is valid until the next call.
func (s *Solver) causesOf(l literal, why reason) []literal {
	causes := s.analysis.causes
	var members []literal
	switch what := why.what(); why.kind() {
	case byLiteral:
		return append(causes[:0], literal(what))
	case byGroup:
		members = s.encoding.members(groupNumber(what))
	case byClause:
		members = s.clauses.literals(clauseNumber(what))
	case byPair:
		return s.causesOfPair(causes[:0], what)
	case byCard:
		return s.causesOfCard(causes[:0], what)
	}
	n := 0
	for _, m := range members {
		causes[n] = m.not()
		if m != l {
			n++
		}
	}
	return causes[:n]
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
	seen, trail := a.seen, s.trail
	l, why := noLiteral, c.reason
	for i := len(trail); ; {
		if why.kind() == byClause {
			s.touch(clauseNumber(why.what()))
		}
		causes := s.causesOf(l, why)
		if l == noLiteral && why.kind() == byLiteral {
			causes = append(causes, c.other)
		}
		for _, m := range causes {
			v := m.variable()
			at := s.info[v].level
			if seen[v] || at == 0 {
				continue
			}
			seen[v] = true
			a.toClear = append(a.toClear, v)
			s.vsids.bump(v)
			if at == now {
				open++
			} else {
				a.learned = append(a.learned, m.not())
			}
		}
		for i--; !seen[trail[i].variable()]; i-- {
		}
		l = trail[i]
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
		a.seen[v] = false
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
	if s.info[m.variable()].reason.kind() == byNothing {
		return false
	}
	a.stack = append(a.stack[:0], m.variable())
	top := len(a.toClear)
	for len(a.stack) > 0 {
		v := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		l := v.literal()
		if s.value[l] < 0 {
			l = l.not()
		}
		for _, p := range s.causesOf(l, s.info[v].reason) {
			u := p.variable()
			if a.seen[u] || s.info[u].level == 0 {
				continue
			}
			if s.info[u].reason.kind() == byNothing || a.levels[s.info[u].level] != a.round {
				for _, w := range a.toClear[top:] {
					a.seen[w] = false
				}
				a.toClear = a.toClear[:top]
				return false
			}
			a.seen[u] = true
			a.toClear = append(a.toClear, u)
			a.stack = append(a.stack, u)
		}
	}
	return true
}
