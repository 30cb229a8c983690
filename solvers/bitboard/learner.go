package bitboard

import (
	"gridjudge/solvers"
)

// reason says why a literal was assigned, for conflict analysis: a decision
// (or a fact, or a flip), another literal of a group of which only one holds,
// a group all of whose other literals are false, or a clause likewise. The two
// low bits are the kind.
type reason = uint32

const (
	byNothing = iota
	byLiteral
	byGroup
	byClause
)

// learner is the search with clause learning: the part that grids get to
// which resist the bit planes.
type learner struct {
	residue

	// The assignment.
	value  []int8    // by literal: 1 true, -1 false, 0 open
	info   []info    // by variable
	trail  []literal // true literals in order of assignment
	head   int       // trail[:head] has been propagated
	limits []int32   // by decision level: where it begins in trail

	order    order
	clauses  clauses
	analysis analysis

	updates uint64
	grid    solvers.Grid

	// inspect, where tests set it, is called whenever propagation ends well.
	inspect func()
}

// info is what is known of a variable's assignment.
type info struct {
	level   int32
	because reason
	sign    uint32 // that it had last: 1 for false
}

func newLearner(size int) *learner {
	r := newResidue(size)
	most := r.most()
	return &learner{
		residue:  r,
		value:    make([]int8, 2*most),
		info:     make([]info, most),
		trail:    make([]literal, 0, most),
		limits:   make([]int32, 0, most),
		order:    newOrder(most),
		clauses:  newClauses(most),
		analysis: newAnalysis(most),
		grid:     solvers.NewGrid(size),
	}
}

// reset begins with the residue that was built.
func (s *learner) reset() {
	clear(s.value[:2*s.variables])
	clear(s.info[:s.variables])
	s.trail = s.trail[:0]
	s.head = 0
	s.limits = s.limits[:0]
	s.clauses.reset(s.variables)
	s.order.reset(s.variables)
}

// assign makes an open literal true.
func (s *learner) assign(l literal, why reason) {
	s.value[l] = 1
	s.value[l^1] = -1
	v := l >> 1
	i := &s.info[v]
	i.level = int32(len(s.limits))
	i.because = why
	s.trail = append(s.trail, l)
	if l&1 == 0 && int(v) < s.placements {
		s.updates++
	}
}

// decide opens a level with l as its decision.
func (s *learner) decide(l literal) {
	s.limits = append(s.limits, int32(len(s.trail)))
	s.assign(l, byNothing)
}

// cancel undoes every level above the given one.
func (s *learner) cancel(level int) {
	if len(s.limits) <= level {
		return
	}
	to := int(s.limits[level])
	for i := len(s.trail) - 1; i >= to; i-- {
		l := s.trail[i]
		s.value[l], s.value[l^1] = 0, 0
		s.info[l>>1].sign = l & 1
		s.order.insert(l >> 1)
		if i < s.head {
			s.reopen(l ^ 1)
		}
	}
	s.trail = s.trail[:to]
	s.head = min(s.head, to)
	s.limits = s.limits[:level]
}

// reopen counts l among the open literals of its groups again.
func (s *learner) reopen(l literal) {
	for _, g := range s.groupsOf(l) {
		s.state[g].open++
		s.state[g].rest ^= l
	}
}

// conflict is what propagation ran into: the reason that two literals bar each
// other, that a group ran empty, or that a clause did.
type conflict struct {
	why reason
	at  literal // with byLiteral: the one that is true as well
}

// propagate draws all conclusions from trail[head:] and reports whether the
// grid still stands.
func (s *learner) propagate() (conflict, bool) {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		no := l ^ 1
		// All counts first: a conflict below must not leave some of them
		// undone, for cancel undoes all or none.
		var broken reason
		for _, g := range s.groupsOf(no) {
			st := &s.state[g]
			st.open--
			st.rest ^= no
			if st.open > 1 {
				continue
			}
			if st.open == 0 {
				broken = reason(g<<2 | byGroup)
				continue
			}
			switch s.value[st.rest] {
			case 0:
				s.assign(st.rest, reason(g<<2|byGroup))
			case -1:
				broken = reason(g<<2 | byGroup)
			}
		}
		if broken != byNothing {
			return conflict{why: broken}, false
		}
		for _, g := range s.groupsOf(l) {
			if s.state[g].open == 1 {
				continue
			}
			for _, m := range s.literals[s.start[g]:s.start[g+1]] {
				if s.value[m] < 0 || m == l {
					continue
				}
				if s.value[m] > 0 {
					return conflict{reason(l<<2 | byLiteral), m}, false
				}
				s.assign(m^1, reason(l<<2|byLiteral))
			}
		}
		if why, ok := s.visit(no); !ok {
			return conflict{why: why}, false
		}
	}
	return conflict{}, true
}
