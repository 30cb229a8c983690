package cdcl

// shrink shortens the learned clause. One decision implies many literals of the same level, so a learned clause often
// has several literals of one level. shrink tries to replace all literals of a level by a single literal, the unique
// implication point of the level. There are two conditions: the clause must not get a literal of a level that it did
// not have before, and it must become shorter. The idea comes from Feng and Bacchus, "Clause Size Reduction with
// all-UIP Learning", 2020.
//
// analyze must have minimized the clause and marked its levels before. Then a variable that is seen
// but not pending is implied by other literals of the clause.
func (s *Solver) shrink() {
	a := &s.analysis
	for _, m := range a.learned {
		a.left[s.info[m.variable()].level] = 0
	}
	for _, m := range a.learned {
		a.left[s.info[m.variable()].level]++
		a.pending[m.variable()] = a.round
	}
	a.shrunk = append(a.shrunk[:0], a.learned[0])
	pending := len(a.learned) - 1
	trail, inClause, round := s.trail, a.pending, a.round
	for i := int(s.levelStart[len(s.levelStart)-1]) - 1; pending > 0; i-- {
		l := trail[i]
		if inClause[l.variable()] != round {
			continue
		}
		pending--
		level := s.info[l.variable()].level
		if a.left[level] > 1 {
			if s.resolvable(l) {
				a.left[level]--
				for _, m := range a.added {
					a.pending[m.variable()] = a.round
					a.left[s.info[m.variable()].level]++
				}
				pending += len(a.added)
				continue
			}
			a.left[level] = 1 // All other literals of the level stay as well.
		}
		a.shrunk = append(a.shrunk, l.not())
		if len(a.shrunk) == len(a.learned) {
			return
		}
	}
	a.learned, a.shrunk = a.shrunk, a.learned
	for _, m := range a.learned {
		if a.marks[m.variable()] != seen {
			s.vsids.bump(m.variable())
		}
	}
}

// resolvable reports whether l can be resolved without adding a level to the clause. It leaves in
// analysis.added those causes of l that are neither in the clause nor implied by it.
func (s *Solver) resolvable(l literal) bool {
	a := &s.analysis
	i := &s.info[l.variable()]
	if i.reason.kind() == byNothing {
		return false
	}
	a.added = append(a.added[:0], s.clauseOf(i.reason)...)
	kept := a.added[:0]
	for _, m := range a.added {
		cause := &s.info[m.variable()]
		if cause.level == 0 || a.pending[m.variable()] == a.round || a.marks[m.variable()] == seen {
			continue
		}
		if cause.level != i.level && s.redundant(m) {
			continue
		}
		if a.levels[cause.level] != a.round {
			return false
		}
		kept = append(kept, m)
	}
	a.added = kept
	return true
}
