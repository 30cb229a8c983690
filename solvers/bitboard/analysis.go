package bitboard

// analysis is the scratch memory of conflict analysis.
type analysis struct {
	seen    []bool    // by variable
	marked  []uint32  // variables to clear in seen
	learned []literal // the clause; its first literal is the one implied
	causes  []literal // literals that together imply another, all true
	stack   []uint32
	levels  []uint32 // by level: the last conflict that had a literal there
	round   uint32
}

func newAnalysis(variables int) analysis {
	return analysis{seen: make([]bool, variables), levels: make([]uint32, variables+1)}
}

// reasonOf sets causes to the true literals that imply l by the given reason.
// Where l is no literal, it sets them to all that the reason names.
func (s *learner) reasonOf(l literal, why reason) []literal {
	a := &s.analysis
	a.causes = a.causes[:0]
	switch what := why >> 2; why & 3 {
	case byLiteral:
		a.causes = append(a.causes, what)
	case byGroup:
		for _, m := range s.literals[s.start[what]:s.start[what+1]] {
			if m != l {
				a.causes = append(a.causes, m^1)
			}
		}
	case byClause:
		for _, m := range s.clauses.literals(what) {
			if m != l {
				a.causes = append(a.causes, m^1)
			}
		}
	}
	return a.causes
}

// analyse learns from a conflict at the current level: the clause that the
// first unique implication point gives, made shorter where literals follow
// from others of it. It leaves the clause in analysis.learned, the implied
// literal first and one of the highest level among the rest second, and
// returns the level to go back to and the number of levels in the clause.
func (s *learner) analyse(c conflict) (back, glue int) {
	a := &s.analysis
	a.learned = append(a.learned[:0], 0)
	a.marked = a.marked[:0]
	now := int32(len(s.limits))
	open := 0 // literals of this level still to be resolved
	mark := func(causes []literal) {
		for _, m := range causes {
			v := m >> 1
			if a.seen[v] || s.info[v].level == 0 {
				continue
			}
			a.seen[v] = true
			a.marked = append(a.marked, v)
			s.order.bump(v)
			if s.info[v].level == now {
				open++
			} else {
				a.learned = append(a.learned, m^1)
			}
		}
	}
	causes := s.reasonOf(none, c.why)
	if c.why&3 == byLiteral {
		causes = append(causes, c.at)
		a.causes = causes
	}
	mark(causes)
	i := len(s.trail)
	for {
		i--
		for !a.seen[s.trail[i]>>1] {
			i--
		}
		l := s.trail[i]
		if open == 1 {
			a.learned[0] = l ^ 1
			break
		}
		open--
		mark(s.reasonOf(l, s.info[l>>1].because))
	}
	s.shorten()
	for _, v := range a.marked {
		a.seen[v] = false
	}
	return s.measure()
}

// measure puts a literal of the highest level second.
func (s *learner) measure() (back, glue int) {
	a := &s.analysis
	a.round++
	glue = 1
	for i, m := range a.learned[1:] {
		level := s.info[m>>1].level
		if a.levels[level] != a.round {
			a.levels[level] = a.round
			glue++
		}
		if int(level) > back {
			back = int(level)
			a.learned[1], a.learned[i+1] = a.learned[i+1], a.learned[1]
		}
	}
	return back, glue
}

// shorten drops the literals of the clause that others of it imply.
func (s *learner) shorten() {
	a := &s.analysis
	kept := a.learned[:1]
	for _, m := range a.learned[1:] {
		if !s.implied(m) {
			kept = append(kept, m)
		}
	}
	a.learned = kept
}

// implied reports whether a false literal of the clause follows from others of it.
func (s *learner) implied(m literal) bool {
	a := &s.analysis
	if s.info[m>>1].because&3 == byNothing {
		return false
	}
	a.stack = append(a.stack[:0], m>>1)
	top := len(a.marked)
	for len(a.stack) > 0 {
		v := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		l := v << 1
		if s.value[l] < 0 {
			l |= 1
		}
		for _, p := range s.reasonOf(l, s.info[v].because) {
			u := p >> 1
			if a.seen[u] || s.info[u].level == 0 {
				continue
			}
			if s.info[u].because&3 == byNothing {
				for _, w := range a.marked[top:] {
					a.seen[w] = false
				}
				a.marked = a.marked[:top]
				return false
			}
			a.seen[u] = true
			a.marked = append(a.marked, u)
			a.stack = append(a.stack, u)
		}
	}
	return true
}
