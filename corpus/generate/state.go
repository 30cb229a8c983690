package generate

import (
	"math/bits"

	"gridjudge/solvers"
)

// literal is a variable (2v) or its negation (2v + 1).
type literal int32

func (l literal) variable() int32 { return int32(l >> 1) }
func (l literal) negated() bool   { return l&1 != 0 }

// The values of a variable.
const (
	unassigned uint8 = iota
	isTrue
	isFalse
)

// reason says why a literal holds: index<<2 | kind.
type reason int32

const (
	byChoice reason = iota // a given, a decision: nothing forces it
	byPeer                 // index: the true variable that excludes it
	byUnit                 // index: the unit in which it is the last one left
	byClause               // index: the learnt clause that it completes
)

func (r reason) kind() reason { return r & 3 }
func (r reason) index() int32 { return int32(r >> 2) }

func because(kind reason, index int32) reason { return reason(index)<<2 | kind }

// satisfied marks, in prover.open, a unit that has its true variable.
const satisfied uint8 = 128

// state is the assignment: which variables are true or false, why, and since
// which decision.
type state struct {
	*geometry
	value  []uint8
	since  []int32 // the decision level of an assigned variable; the givens' is 0
	why    []reason
	open   []uint8 // by unit: variables that are not false; plus satisfied
	trail  []literal
	levels []int   // levels[i]: length of the trail when level i+1 began
	head   int     // trail[:head] is propagated
	last   []int32 // units with one variable left to be made true

	// conflict is what propagation ran into: a unit or a clause with nothing
	// left, or two true variables that exclude each other (byPeer, rival).
	conflict reason
	rival    int32
}

func newState(size int) state {
	g := geometryOf(size)
	s := state{
		geometry: g,
		value:    make([]uint8, g.vars),
		since:    make([]int32, g.vars),
		why:      make([]reason, g.vars),
		open:     make([]uint8, g.units),
		trail:    make([]literal, 0, g.vars),
	}
	s.reset()
	return s
}

// reset takes back everything.
func (s *state) reset() {
	clear(s.value)
	for u := range s.open {
		s.open[u] = uint8(s.size)
	}
	s.trail, s.levels, s.head, s.last = s.trail[:0], s.levels[:0], 0, s.last[:0]
}

// adopt takes over the cells that singles has filled and all that follows
// directly. Which of it followed from which is not recorded, for it is never
// asked of what holds without a decision. Nor are the false variables on the
// trail: nothing looks for them there that was not put there by assign.
func (s *state) adopt(from *singles) {
	s.trail, s.levels, s.last = s.trail[:0], s.levels[:0], s.last[:0]
	clear(s.open)
	clear(s.since)
	for cell, d := range from.grid {
		values := s.value[cell*s.size : (cell+1)*s.size]
		for i := range values {
			values[i] = isFalse
		}
		if d != 0 {
			v := int32(cell*s.size + int(d) - 1)
			s.value[v] = isTrue
			s.trail = append(s.trail, literal(v)<<1)
			for _, u := range s.varUnits[v] {
				s.open[u] = 1 | satisfied
			}
			continue
		}
		for free := from.candidates(cell); free != 0; free &= free - 1 {
			i := bits.TrailingZeros32(free)
			values[i] = unassigned
			for _, u := range s.varUnits[cell*s.size+i] {
				s.open[u]++
			}
		}
	}
	s.head = len(s.trail)
}

func (s *state) level() int32 { return int32(len(s.levels)) }

// assign makes an unassigned literal hold. It reports false where that leaves
// a unit without any variable, with s.conflict set.
func (s *state) assign(l literal, why reason) bool {
	v := l.variable()
	s.since[v] = s.level()
	s.why[v] = why
	s.trail = append(s.trail, l)
	units := &s.varUnits[v]
	if !l.negated() {
		s.value[v] = isTrue
		for _, u := range units {
			s.open[u] |= satisfied
		}
		return true
	}
	s.value[v] = isFalse
	ok := true
	for _, u := range units {
		s.open[u]--
		switch s.open[u] {
		case 1:
			s.last = append(s.last, u)
		case 0:
			s.conflict, ok = because(byUnit, u), false
		}
	}
	return ok
}

// undo takes back everything beyond the first level decisions.
func (s *state) undo(level int32) {
	if s.level() <= level {
		return
	}
	s.rewind(s.levels[level])
	s.levels = s.levels[:level]
}

// rewind shortens the trail.
func (s *state) rewind(length int) {
	for i := len(s.trail) - 1; i >= length; i-- {
		l := s.trail[i]
		v := l.variable()
		s.value[v] = unassigned
		if l.negated() {
			for _, u := range s.varUnits[v] {
				s.open[u]++
			}
		} else {
			for _, u := range s.varUnits[v] {
				s.open[u] &^= satisfied
			}
		}
	}
	s.trail = s.trail[:length]
	s.head = length
	s.last = s.last[:0]
}

// finish makes the last variable of unit u true, unless that is done.
func (s *state) finish(u int32) bool {
	if s.open[u] != 1 {
		return s.open[u] != 0
	}
	for _, v := range s.unit(u) {
		if s.value[v] != isFalse {
			return s.assign(literal(v)<<1, because(byUnit, u))
		}
	}
	panic("generate: a unit's count disagrees with its variables")
}

// exclude makes every variable false that a true one rules out.
func (s *state) exclude(v int32) bool {
	value := s.value
	for _, other := range s.rivals[v] {
		if value[other] == isFalse {
			continue
		}
		if value[other] == isTrue {
			s.conflict, s.rival = because(byPeer, v), other
			return false
		}
		if !s.assign(literal(other)<<1|1, because(byPeer, v)) {
			return false
		}
	}
	return true
}

// read copies the digits that are true into g.
func (s *state) read(g solvers.Grid) {
	clear(g)
	for _, l := range s.trail {
		if !l.negated() {
			v := int(l.variable())
			g[v/s.size] = uint8(v%s.size) + 1
		}
	}
}
