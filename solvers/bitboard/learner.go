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
	*groups

	// The assignment.
	value   []int8    // by literal: 1 true, -1 false, 0 open
	state   []group   // by group
	trail   []literal // true literals in order of assignment
	head    int       // trail[:head] has been propagated
	limits  []int32   // by decision level: where it begins in trail
	level   []int32   // by variable
	because []reason  // by variable

	// The choice of the next decision.
	order    order
	phase    []uint8 // by variable: the sign that it had last
	clauses  clauses
	analysis analysis

	updates uint64
	grid    solvers.Grid
}

func newLearner(size int) *learner {
	t := groupsOf(size)
	return &learner{
		groups:   t,
		value:    make([]int8, 2*t.variables),
		state:    make([]group, len(t.fresh)),
		trail:    make([]literal, 0, t.variables),
		limits:   make([]int32, 0, t.variables),
		level:    make([]int32, t.variables),
		because:  make([]reason, t.variables),
		order:    newOrder(t.variables),
		phase:    make([]uint8, t.variables),
		clauses:  newClauses(t.variables),
		analysis: newAnalysis(t.variables),
		grid:     solvers.NewGrid(size),
	}
}

// reset empties the grid.
func (s *learner) reset() {
	clear(s.value)
	copy(s.state, s.fresh)
	s.trail = s.trail[:0]
	s.head = 0
	s.limits = s.limits[:0]
	clear(s.phase)
	s.clauses.reset()
	s.order.reset()
	s.updates = 0
}

// assign makes an open literal true.
func (s *learner) assign(l literal, why reason) {
	s.value[l] = 1
	s.value[l^1] = -1
	v := l >> 1
	s.level[v] = int32(len(s.limits))
	s.because[v] = why
	s.trail = append(s.trail, l)
	if l&1 == 0 && int(v) < s.cells {
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
		s.phase[l>>1] = uint8(l & 1)
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
	for _, g := range &s.occurs[l] {
		if g == none {
			break
		}
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
		for _, g := range &s.occurs[no] {
			if g == none {
				break
			}
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
		for _, g := range &s.occurs[l] {
			if g == none {
				break
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
