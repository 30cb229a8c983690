package generate

import (
	"math/bits"

	"gridjudge/solvers"
)

// literal is a variable (2v) or its negation (2v + 1).
type literal int32

func (l literal) variable() int32 { return int32(l >> 1) }
func (l literal) negated() bool   { return l&1 != 0 }

// positive returns the literal "v is true".
func positive(v int32) literal { return literal(v) << 1 }

// negative returns the literal "v is false".
func negative(v int32) literal { return literal(v)<<1 | 1 }

// The values of a variable.
const (
	unassigned uint8 = iota
	isTrue
	isFalse
)

// reason says why a literal is true: index<<2 | kind.
type reason int32

const (
	noReason reason = iota // a given or a decision
	byPeer                 // index: the true variable that excludes it
	byUnit                 // index: the unit in which it is the last one left
	byClause               // index: the clause of which it is the last literal left
)

func (r reason) kind() reason { return r & 3 }
func (r reason) index() int32 { return int32(r >> 2) }

func newReason(kind reason, index int32) reason { return reason(index)<<2 | kind }

// satisfied is the bit of assignment.open that marks a unit with a true variable.
const satisfied uint8 = 128

// assignment says which variables are true or false, why, and since which
// decision.
type assignment struct {
	geometry    *geometry
	value       []uint8 // per variable
	level       []int32 // per assigned variable: its decision level; the givens' is 0
	reason      []reason
	open        []uint8 // per unit: variables that are not false, plus satisfied
	trail       []literal
	levelStart  []int   // levelStart[i]: length of the trail when level i+1 began
	head        int     // trail[:head] is propagated
	forcedUnits []int32 // units with one variable left, which must be true

	// conflict is what propagation failed at: a unit or a clause with nothing
	// left, or two true variables that are peers: its index and conflictPeer.
	conflict     reason
	conflictPeer int32
}

func newAssignment(size int) assignment {
	g := geometryOf(size)
	a := assignment{
		geometry: g,
		value:    make([]uint8, g.vars),
		level:    make([]int32, g.vars),
		reason:   make([]reason, g.vars),
		open:     make([]uint8, g.units),
		trail:    make([]literal, 0, g.vars),
	}
	a.reset()
	return a
}

// reset makes all variables unassigned.
func (a *assignment) reset() {
	clear(a.value)
	for u := range a.open {
		a.open[u] = uint8(a.geometry.size)
	}
	a.trail, a.levelStart, a.head, a.forcedUnits = a.trail[:0], a.levelStart[:0], 0, a.forcedUnits[:0]
}

// adopt takes over the cells that singles has filled and all direct
// consequences. These are of level 0: they need no reasons, and the false ones
// no entry in the trail.
func (a *assignment) adopt(from *singles) {
	a.trail, a.levelStart, a.forcedUnits = a.trail[:0], a.levelStart[:0], a.forcedUnits[:0]
	clear(a.open)
	clear(a.level)
	size := a.geometry.size
	for cell, d := range from.grid {
		values := a.value[cell*size : (cell+1)*size]
		for i := range values {
			values[i] = isFalse
		}
		if d != 0 {
			v := a.geometry.variable(cell, d)
			a.value[v] = isTrue
			a.trail = append(a.trail, positive(v))
			for _, u := range a.geometry.varUnits[v] {
				a.open[u] = 1 | satisfied
			}
			continue
		}
		for free := from.candidates(cell); free != 0; free &= free - 1 {
			i := bits.TrailingZeros32(free)
			values[i] = unassigned
			for _, u := range a.geometry.varUnits[cell*size+i] {
				a.open[u]++
			}
		}
	}
	a.head = len(a.trail)
}

func (a *assignment) decisionLevel() int32 { return int32(len(a.levelStart)) }

func (a *assignment) satisfies(l literal) bool {
	return a.value[l.variable()] == isTrue+uint8(l&1)
}

func (a *assignment) falsifies(l literal) bool {
	return a.value[l.variable()] == isFalse-uint8(l&1)
}

// assign makes an unassigned literal true. It reports false, and sets
// a.conflict, if that leaves a unit without any variable.
func (a *assignment) assign(l literal, why reason) bool {
	v := l.variable()
	a.level[v] = a.decisionLevel()
	a.reason[v] = why
	a.trail = append(a.trail, l)
	units := &a.geometry.varUnits[v]
	if !l.negated() {
		a.value[v] = isTrue
		for _, u := range units {
			a.open[u] |= satisfied
		}
		return true
	}
	a.value[v] = isFalse
	ok := true
	for _, u := range units {
		a.open[u]--
		switch a.open[u] {
		case 1:
			a.forcedUnits = append(a.forcedUnits, u)
		case 0:
			a.conflict, ok = newReason(byUnit, u), false
		}
	}
	return ok
}

// undoTo takes back all decisions after the first level ones, with their
// consequences.
func (a *assignment) undoTo(level int32) {
	if a.decisionLevel() <= level {
		return
	}
	length := a.levelStart[level]
	for i := len(a.trail) - 1; i >= length; i-- {
		l := a.trail[i]
		v := l.variable()
		a.value[v] = unassigned
		if l.negated() {
			for _, u := range a.geometry.varUnits[v] {
				a.open[u]++
			}
		} else {
			for _, u := range a.geometry.varUnits[v] {
				a.open[u] &^= satisfied
			}
		}
	}
	a.trail, a.head = a.trail[:length], length
	a.forcedUnits = a.forcedUnits[:0]
	a.levelStart = a.levelStart[:level]
}

// forceLast makes the last variable of unit u true, unless one is true already.
func (a *assignment) forceLast(u int32) bool {
	if a.open[u] != 1 {
		return a.open[u] != 0
	}
	for _, v := range a.geometry.unit(u) {
		if a.value[v] != isFalse {
			return a.assign(positive(v), newReason(byUnit, u))
		}
	}
	panic("generate: a unit's count disagrees with its variables")
}

// excludePeers makes the peers of a true variable false.
func (a *assignment) excludePeers(v int32) bool {
	value := a.value
	for _, peer := range a.geometry.peers[v] {
		if value[peer] == isFalse {
			continue
		}
		if value[peer] == isTrue {
			a.conflict, a.conflictPeer = newReason(byPeer, v), peer
			return false
		}
		if !a.assign(negative(peer), newReason(byPeer, v)) {
			return false
		}
	}
	return true
}

// read copies the digits that are true into g.
func (a *assignment) read(g solvers.Grid) {
	clear(g)
	for _, l := range a.trail {
		if !l.negated() {
			v := int(l.variable())
			g[v/a.geometry.size] = uint8(v%a.geometry.size) + 1
		}
	}
}
